import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { type ReportPageSize, type ReportTableView, reportPageSizes } from '@survey/contract';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { memo } from 'react';
import { t } from '../../text/text.ts';
import { ColumnsPanel } from './columns-panel.tsx';

interface TableViewControlsProps {
  view: ReportTableView;
  onChange: (view: ReportTableView) => void;
  /** Rows of a page, and the function that changes them. */
  rows: ReportPageSize;
  onRows: (rows: ReportPageSize) => void;
}

/** Rows of a page, columns and row height. */
export const TableViewControls = memo(
  ({ view, onChange, rows, onRows }: TableViewControlsProps) => {
    const isCompact = view.density === 'compact';
    const DensityIcon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall;
    return (
      <Group gap={2} wrap="nowrap">
        <NativeSelect
          size="xs"
          me={4}
          aria-label={t('Rows of a page')}
          value={String(rows)}
          onChange={({ currentTarget: { value } }) => onRows(Number(value) as ReportPageSize)}
          data={reportPageSizes.map((size) => ({
            value: String(size),
            label: t('{size} rows', { size: String(size) }),
          }))}
        />
        <ColumnsPanel view={view} onChange={onChange} />
        <ActionIcon
          aria-label={t('Compact rows')}
          aria-pressed={isCompact}
          title={isCompact ? t('Normal rows') : t('Compact rows')}
          onClick={() => onChange({ ...view, density: isCompact ? 'normal' : 'compact' })}
        >
          <DensityIcon size={18} />
        </ActionIcon>
      </Group>
    );
  },
);
