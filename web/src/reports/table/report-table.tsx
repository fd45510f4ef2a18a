import { Button, Group, Skeleton, Text } from '@mantine/core';
import type {
  PropertyReport,
  RecordId,
  ReportPageSize,
  ReportSort,
  ReportTableView,
} from '@survey/contract';
import { t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PaginationBar } from '../../ui/pagination-bar.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import type { Selection } from '../selection/use-selection.ts';
import type { ReportActions } from './report-columns.tsx';
import { ReportGrid } from './report-grid.tsx';
import { TableViewControls } from './table-view-controls.tsx';

/** One page of the matching reports; `rows` is undefined while the first page loads. */
export interface ReportPageRows {
  rows: readonly PropertyReport[] | undefined;
  total: number;
  /** The page in the address. */
  page: number;
  /** The page of `rows`; differs from `page` while they are stale. */
  shownPage: number;
  lastPage: number;
  /** True while newer rows load. */
  isStale: boolean;
  /** The order of the rows, where it can be chosen. */
  order?: { sort: ReportSort | undefined } | undefined;
}

interface ReportTableProps extends ReportActions {
  list: ReportPageRows;
  view: ReportTableView;
  onView: (view: ReportTableView) => void;
  pageSize: ReportPageSize;
  onPageSize: (rows: ReportPageSize) => void;
  selection: Selection | undefined;
  openId: RecordId | undefined;
  onOpen: (report: PropertyReport) => void;
  onPage: (page: number) => void;
  onSort: (sort: ReportSort | undefined) => void;
  /** Offered where no report matches; undefined where no filter is set. */
  onClearAll: (() => void) | undefined;
}

const shown = ({ rows, total, shownPage, lastPage }: ReportPageRows) =>
  t('Showing {shown} of {total} properties (Page {page} of {pages})', {
    shown: formatNumber(rows?.length ?? 0),
    total: formatNumber(total),
    page: formatNumber(shownPage),
    pages: formatNumber(lastPage),
  });

const Nothing = ({ onClearAll }: Pick<ReportTableProps, 'onClearAll'>) => (
  <EmptyState
    title={t('No properties found matching your filters')}
    hint={
      onClearAll
        ? t('Remove a filter, or clear them all.')
        : t('Reports appear here as soon as phones in the field have sent them.')
    }
    action={
      onClearAll ? (
        <Button mt="xs" variant="default" onClick={onClearAll}>
          {t('Show all properties')}
        </Button>
      ) : undefined
    }
  />
);

/** The table of 21 columns with its total line and pagination bar. */
export const ReportTable = ({
  list,
  view,
  onView,
  pageSize,
  onPageSize,
  onPage,
  onClearAll,
  ...grid
}: ReportTableProps) => (
  <TableFrame
    label={t('Property reports')}
    isStale={list.isStale}
    toolbar={
      <Group justify="space-between" gap="4px 8px">
        {list.rows ? (
          <Text role="status" size="sm" fw={500}>
            {shown(list)}
          </Text>
        ) : (
          <Skeleton height={14} width={260} />
        )}
        <TableViewControls view={view} onChange={onView} rows={pageSize} onRows={onPageSize} />
      </Group>
    }
    footer={
      list.rows && list.total > 0 ? (
        <PaginationBar page={list.page} lastPage={list.lastPage} onPage={onPage} />
      ) : undefined
    }
  >
    <ReportGrid rows={list.rows} order={list.order} view={view} onView={onView} {...grid} />
    {list.rows?.length === 0 ? <Nothing onClearAll={onClearAll} /> : null}
  </TableFrame>
);
