import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconColumns3,
} from '@tabler/icons-react';
import { useStoredState } from '../ui/use-stored-state.ts';
import { columnOrder } from './report-columns.tsx';
import { fieldLabels } from './report-fields.ts';

export interface TableView {
  hidden: string[];
  density: 'compact' | 'normal';
}

/** Hidden columns and row height, remembered by this browser for both report screens. */
export const useTableView = () =>
  useStoredState<TableView>('report-table-view', { hidden: [], density: 'normal' });

interface TableViewControlsProps {
  view: TableView;
  onChange: (view: TableView) => void;
}

/** Which columns are shown, and how high the rows are. */
export const TableViewControls = ({ view, onChange }: TableViewControlsProps) => {
  const toggle = (field: string) =>
    onChange({
      ...view,
      hidden: view.hidden.includes(field)
        ? view.hidden.filter((hidden) => hidden !== field)
        : [...view.hidden, field],
    });
  const isCompact = view.density === 'compact';
  const DensityIcon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall;

  return (
    <Group gap={2} wrap="nowrap">
      <Popover position="bottom-end" width={240} withArrow trapFocus returnFocus shadow="md">
        <Popover.Target>
          <ActionIcon aria-label="Columns" title="Columns">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs">
          <ScrollArea.Autosize mah="min(24rem, 60dvh)" type="auto">
            <Stack gap={0} p={4}>
              {columnOrder.map((field) => (
                <Checkbox
                  key={field}
                  size="xs"
                  py={5}
                  label={fieldLabels[field]}
                  disabled={field === 'pin'}
                  checked={field === 'pin' || !view.hidden.includes(field)}
                  onChange={() => toggle(field)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Button
            mt={6}
            fullWidth
            size="compact-sm"
            variant="subtle"
            disabled={view.hidden.length === 0}
            onClick={() => onChange({ ...view, hidden: [] })}
          >
            Show all columns
          </Button>
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        aria-label="Compact rows"
        aria-pressed={isCompact}
        title={isCompact ? 'Normal rows' : 'Compact rows'}
        onClick={() => onChange({ ...view, density: isCompact ? 'normal' : 'compact' })}
      >
        <DensityIcon size={18} />
      </ActionIcon>
    </Group>
  );
};
