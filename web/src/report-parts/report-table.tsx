import { Button, Group, Skeleton, Text } from '@mantine/core';
import { limits, type PropertyReport } from '@survey/contract';
import { useMemo } from 'react';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import { type ReportActions, reportTableColumns } from './report-columns.tsx';
import { TableViewControls, useTableView } from './table-view.tsx';

/** One page of the reports that match; `rows` is undefined while the first page loads. */
export interface ReportPageRows {
  rows: readonly PropertyReport[] | undefined;
  total: number;
  /** As the address says. */
  page: number;
  /** Of the rows that are shown; lags behind `page` while they are stale. */
  shownPage: number;
  lastPage: number;
  /** True while these rows stand in for newer ones. */
  isStale: boolean;
}

interface ReportTableProps extends ReportActions {
  list: ReportPageRows;
  openId: number | undefined;
  onOpen: (report: PropertyReport) => void;
  onPage: (page: number) => void;
  /** Offered where nothing matches; undefined where no filter is set. */
  onClearAll: (() => void) | undefined;
}

const shown = ({ rows, total, shownPage, lastPage }: ReportPageRows) =>
  `Showing ${formatNumber(rows?.length ?? 0)} of ${formatNumber(total)} properties ` +
  `(Page ${formatNumber(shownPage)} of ${formatNumber(lastPage)})`;

const Nothing = ({ onClearAll }: Pick<ReportTableProps, 'onClearAll'>) => (
  <EmptyState
    title="No properties found matching your filters"
    hint={
      onClearAll
        ? 'Remove a filter, or clear them all.'
        : 'Reports appear here as soon as phones in the field have sent them.'
    }
    action={
      onClearAll ? (
        <Button mt="xs" variant="default" onClick={onClearAll}>
          Show all properties
        </Button>
      ) : undefined
    }
  />
);

/** The table of 21 columns with its total line and pagination bar. */
export const ReportTable = ({
  list,
  openId,
  onOpen,
  onPage,
  onClearAll,
  onPhoto,
  onSendBack,
}: ReportTableProps) => {
  const [view, setView] = useTableView();
  const columns = useMemo(
    () => reportTableColumns(view.hidden, { onPhoto, onSendBack }),
    [view.hidden, onPhoto, onSendBack],
  );

  return (
    <DataTable
      label="Property reports"
      columns={columns}
      rows={list.rows}
      rowKey={(report) => report.id}
      skeletonRows={limits.reportPageSize}
      isStale={list.isStale}
      density={view.density}
      onRowClick={onOpen}
      isSelected={(report) => report.id === openId}
      empty={<Nothing onClearAll={onClearAll} />}
      toolbar={
        <Group justify="space-between" wrap="nowrap" gap="xs">
          {list.rows ? (
            <Text role="status" size="sm" fw={500}>
              {shown(list)}
            </Text>
          ) : (
            <Skeleton height={14} width={260} />
          )}
          <TableViewControls view={view} onChange={setView} />
        </Group>
      }
      footer={
        list.rows && list.total > 0 ? (
          <PaginationBar page={list.page} lastPage={list.lastPage} onPage={onPage} />
        ) : undefined
      }
    />
  );
};
