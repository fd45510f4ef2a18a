import { Collapse, Stack } from '@mantine/core';
import type { ReportOptions } from '@survey/contract';
import { memo, type ReactNode, useState } from 'react';
import { DateRange } from '../../ui/date-range.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { FiltersButton } from '../../ui/filters-button.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useStoredState } from '../../ui/use-stored-state.ts';
import classes from './filter-bar.module.css';
import { type Failure, FilterPanel } from './filter-panel.tsx';
import { setFilters } from './filter-texts.ts';
import { countFilters, type Filters } from './report-search.ts';
import { UserFilter } from './user-filter.tsx';

interface FilterBarProps {
  filters: Filters;
  /** The filters that select the same list on the server. */
  listFilters: Filters;
  options: ReportOptions | undefined;
  /** Set where the options could not be loaded. */
  optionsFailure?: Failure | undefined;
  /** Merges into the filters that are set. */
  onChange: (change: Filters) => void;
  onClearAll: () => void;
  pinSearch: ReactNode;
  withResubmission: boolean;
}

const inPanel = [
  'land',
  'name',
  'circle',
  'resubmission',
  'list',
  'second',
  'photo',
  'place',
  'review',
  'land_area',
  'covered_area',
] as const;

/**
 * Dates, PIN search, user, the collapsible panel, and chips for the filters that are set. On a narrow screen all of it
 * is behind one button, so that reports are visible without scrolling.
 */
export const FilterBar = memo(
  ({
    filters,
    listFilters,
    options,
    optionsFailure,
    onChange,
    onClearAll,
    pinSearch,
    withResubmission,
  }: FilterBarProps) => {
    const isNarrow = useIsNarrow();
    const [isPanelOpen, setPanelOpen] = useStoredState('report-filters-open', false);
    const [isAllOpen, setAllOpen] = useState(false);
    const [isOpen, setOpen] = isNarrow ? [isAllOpen, setAllOpen] : [isPanelOpen, setPanelOpen];
    const counted = isNarrow
      ? filters
      : (Object.fromEntries(inPanel.map((name) => [name, filters[name]])) as Filters);
    const button = (
      <FiltersButton
        isOpen={isOpen}
        count={countFilters(counted)}
        onToggle={() => setOpen(!isOpen)}
      />
    );
    const fields = (
      <>
        <DateRange value={filters} onChange={(days) => onChange(days as Filters)} />
        <div className={classes.pin}>{pinSearch}</div>
        <div className={classes.user}>
          <UserFilter
            users={options?.users}
            value={filters.username ?? []}
            onChange={(username) => onChange({ username })}
          />
        </div>
      </>
    );

    return (
      <div>
        <div className={classes.bar}>
          {isNarrow ? null : fields}
          {button}
        </div>
        <Collapse expanded={isOpen} keepMounted={false}>
          <Stack gap="sm" pt="sm">
            {isNarrow ? <div className={classes.bar}>{fields}</div> : null}
            <FilterPanel
              options={options}
              failure={optionsFailure}
              filters={filters}
              listFilters={listFilters}
              onChange={onChange}
              onClearAll={onClearAll}
              withResubmission={withResubmission}
            />
          </Stack>
        </Collapse>
        <div className={classes.chips}>
          <FilterChips
            chips={setFilters(filters).map(({ rest, ...chip }) => ({
              ...chip,
              onRemove: () => onChange(rest),
            }))}
            {...(isOpen ? {} : { onClearAll })}
          />
        </div>
      </div>
    );
  },
);
