import { Badge, Button, Collapse, Stack } from '@mantine/core';
import type { ReportOptions } from '@survey/contract';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FilterChips } from '../ui/filter-chips.tsx';
import { useStoredState } from '../ui/use-stored-state.ts';
import { DateRange } from './date-range.tsx';
import classes from './filter-bar.module.css';
import { type Failure, FilterPanel } from './filter-panel.tsx';
import { setFilters } from './filter-texts.ts';
import { countFilters, type Filters } from './report-search.ts';
import { UserFilter } from './user-filter.tsx';

interface FilterBarProps {
  filters: Filters;
  options: ReportOptions | undefined;
  /** Set where the options could not be loaded. */
  optionsFailure?: Failure | undefined;
  /** Merges into the filters that are set. */
  onChange: (change: Filters) => void;
  onClearAll: () => void;
  pinSearch: ReactNode;
  withResubmission: boolean;
}

const inPanel = ['land', 'name', 'circle', 'resubmission', 'land_area', 'covered_area'] as const;

/** Dates, PIN search, user, the collapsible panel, and what is set as chips. */
export const FilterBar = ({
  filters,
  options,
  optionsFailure,
  onChange,
  onClearAll,
  pinSearch,
  withResubmission,
}: FilterBarProps) => {
  const [isOpen, setOpen] = useStoredState('report-filters-open', false);
  const set = countFilters(
    Object.fromEntries(inPanel.map((name) => [name, filters[name]])) as Filters,
  );

  return (
    <Stack gap="sm">
      <div className={classes.bar}>
        <DateRange value={filters} onChange={(days) => onChange(days as Filters)} />
        <div className={classes.pin}>{pinSearch}</div>
        <div className={classes.user}>
          <UserFilter
            users={options?.users}
            value={filters.username ?? []}
            onChange={(username) => onChange({ username })}
          />
        </div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          rightSection={
            <>
              {set > 0 ? (
                <Badge size="sm" circle mr={6}>
                  {set}
                </Badge>
              ) : null}
              <IconChevronDown
                size={16}
                aria-hidden
                className={classes.chevron}
                data-open={isOpen || undefined}
              />
            </>
          }
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      </div>
      <Collapse expanded={isOpen} keepMounted={false}>
        <FilterPanel
          options={options}
          failure={optionsFailure}
          filters={filters}
          onChange={onChange}
          onClearAll={onClearAll}
          withResubmission={withResubmission}
        />
      </Collapse>
      <FilterChips
        chips={setFilters(filters).map(({ rest, ...chip }) => ({
          ...chip,
          onRemove: () => onChange(rest),
        }))}
        {...(isOpen ? {} : { onClearAll })}
      />
    </Stack>
  );
};
