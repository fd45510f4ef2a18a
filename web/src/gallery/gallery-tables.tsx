import { Button } from '@mantine/core';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { nothing, words } from './words.ts';

interface Row {
  id: number;
}

const rows: Row[] = Array.from({ length: 30 }, (_, id) => ({ id }));

const columns: Column<Row>[] = [
  { key: 'id', header: 'Pin', cell: ({ id }) => String(id).padStart(4, '0'), isPinned: true },
  ...Array.from(
    { length: 14 },
    (_, at): Column<Row> => ({
      key: `column-${at}`,
      header: `Column ${at + 1}`,
      cell: ({ id }) => `${words.person} ${id}`,
      minWidth: 140,
    }),
  ),
  {
    key: 'act',
    header: 'Actions',
    isPinned: 'right',
    cell: () => (
      <Button data-dense size="compact-sm" variant="default">
        {words.act}
      </Button>
    ),
  },
];

const empty = <EmptyState title={words.none} hint={words.hint} />;
const shared = { columns, rowKey: ({ id }: Row) => id, empty };

/** Tables: loading, empty, full, old rows while newer ones load, thousands of rows. */
export const GalleryTables = () => (
  <>
    <DataTable {...shared} label={words.loading} rows={undefined} skeletonRows={3} />
    <DataTable {...shared} label={words.empty} rows={[]} />
    <DataTable
      {...shared}
      label={words.table}
      rows={rows.slice(0, 5)}
      onRowClick={nothing}
      isSelected={({ id }) => id === 1}
      toolbar={words.figures}
      footer={<PaginationBar page={7} lastPage={40} onPage={nothing} summary={words.figures} />}
    />
    <DataTable
      {...shared}
      label={words.working}
      rows={rows.slice(0, 3)}
      isStale
      density="compact"
    />
    <VirtualTable {...shared} label={words.units} rows={rows} maxHeight="20rem" />
  </>
);
