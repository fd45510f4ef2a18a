import { limits } from '@survey/contract';
import { startTransition, useEffect, useState } from 'react';
import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { t } from '../text/text.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatNumber } from '../ui/format.ts';
import { PaginationBar } from '../ui/pagination-bar.tsx';
import type { UnitsAnswers } from './units.worker.ts';

interface PreviewRow {
  number: number;
  cells: string[];
}

const pageSize = limits.uploadPreviewPageSize;

/** More columns would make every page slow to render. */
const shownColumns = 60;

const columnsOf = (headers: readonly string[]): Column<PreviewRow>[] => [
  {
    key: 'row-number',
    header: t('Row'),
    cell: ({ number }) => formatNumber(number),
    isPinned: true,
  },
  ...headers.slice(0, shownColumns).map(
    (header, at): Column<PreviewRow> => ({
      key: `column-${at}`,
      header: <bdi>{header}</bdi>,
      cell: ({ cells }) => <bdi title={cells[at]}>{cells[at]}</bdi>,
      maxWidth: 280,
    }),
  ),
];

const usePreviewRows = (sheet: OpenedSheet<UnitsAnswers>, page: number) => {
  const [shown, setShown] = useState<{ page: number; rows: PreviewRow[] }>();
  useEffect(() => {
    let isCurrent = true;
    sheet
      .ask('rows', { start: (page - 1) * pageSize, count: pageSize })
      .then((rows) => {
        if (isCurrent) startTransition(() => setShown({ page, rows }));
      })
      // Fails only for a closed sheet, with which this table is unmounted.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [sheet, page]);
  return { rows: shown?.rows, isStale: shown !== undefined && shown.page !== page };
};

/** The rows as they will be sent, 10 per page. */
export const UnitsPreview = ({ sheet }: { sheet: OpenedSheet<UnitsAnswers> }) => {
  const { headers, rowCount } = sheet.info;
  const [page, setPage] = useState(1);
  const { rows, isStale } = usePreviewRows(sheet, page);
  const lastPage = Math.max(1, Math.ceil(rowCount / pageSize));
  const hidden = headers.length - shownColumns;

  return (
    <DataTable
      label={t('Preview of the rows')}
      columns={columnsOf(headers)}
      rows={rows}
      rowKey={({ number }) => number}
      isStale={isStale}
      empty={null}
      density="compact"
      toolbar={
        <>
          <strong>{t('Preview')}</strong>
          {hidden > 0
            ? `: ${t('the first {shown} of {all} columns; all are uploaded', { shown: formatNumber(shownColumns), all: formatNumber(headers.length) })}`
            : null}
        </>
      }
      footer={
        <PaginationBar
          page={page}
          lastPage={lastPage}
          onPage={setPage}
          label={t('Pages of the preview')}
          summary={t('Page {page} of {last}', { page: String(page), last: String(lastPage) })}
        />
      }
    />
  );
};
