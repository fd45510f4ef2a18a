import { Text } from '@mantine/core';
import { pinStatusLabels } from '@survey/contract';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { CheckedSheet } from './use-status-update.ts';
import { type StatusRow, statusOf } from './validate-status-rows.ts';

interface PreviewRow extends StatusRow {
  at: number;
}

const Status = ({ status }: { status: string }) => {
  const meant = statusOf(status);
  if (meant === undefined)
    return (
      <Text span inherit c="var(--mantine-color-error)">
        {status}
      </Text>
    );
  return (
    <>
      {status === '' ? '0' : status}{' '}
      <Text span inherit c="dimmed">
        {status === '' ? 'NotUsed, because blank' : pinStatusLabels[meant]}
      </Text>
    </>
  );
};

const Missing = () => (
  <Text span inherit c="var(--mantine-color-error)">
    missing
  </Text>
);

const columns: Column<PreviewRow>[] = [
  {
    key: 'circle',
    header: 'Circle',
    cell: ({ circle }) => (circle ? <bdi>{circle}</bdi> : <Missing />),
  },
  { key: 'pin', header: 'Pin', cell: ({ pin }) => (pin ? <bdi>{pin}</bdi> : <Missing />) },
  { key: 'status', header: 'Status', cell: ({ status }) => <Status status={status} /> },
];

/** The first rows of the file. */
export const StatusPreview = ({ check }: { check: CheckedSheet }) => (
  <DataTable
    label="Preview of the records"
    columns={columns}
    rows={check.preview.map((row, at) => ({ ...row, at }))}
    rowKey={({ at }) => at}
    empty={null}
    density="compact"
    toolbar={`Showing first ${formatNumber(check.preview.length)} of ${formatNumber(check.rows)} records`}
  />
);
