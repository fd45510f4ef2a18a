import { Text } from '@mantine/core';
import { pinStatusLabels } from '@survey/contract';
import { known, msg, t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatNumber } from '../ui/format.ts';
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
        {status === '' ? t('NotUsed, because blank') : known(pinStatusLabels[meant])}
      </Text>
    </>
  );
};

const Missing = () => (
  <Text span inherit c="var(--mantine-color-error)">
    {t('missing')}
  </Text>
);

const columns: Column<PreviewRow>[] = [
  {
    key: 'circle',
    header: msg('Circle'),
    cell: ({ circle }) => (circle ? <bdi>{circle}</bdi> : <Missing />),
  },
  { key: 'pin', header: msg('Pin'), cell: ({ pin }) => (pin ? <bdi>{pin}</bdi> : <Missing />) },
  { key: 'status', header: msg('Status'), cell: ({ status }) => <Status status={status} /> },
];

/** The first rows of the file. */
export const StatusPreview = ({ check }: { check: CheckedSheet }) => (
  <DataTable
    label={t('Preview of the records')}
    columns={columns}
    rows={check.preview.map((row, at) => ({ ...row, at }))}
    rowKey={({ at }) => at}
    empty={null}
    density="compact"
    toolbar={t('Showing first {shown} of {all} records', {
      shown: formatNumber(check.preview.length),
      all: formatNumber(check.rows),
    })}
  />
);
