import { calls, totalRowsHeader } from '@survey/contract';
import { download } from '../../api/client.ts';
import { readReply } from '../../api/read-reply.ts';
import { type Filters, filterQuery } from '../../report-parts/report-search.ts';
import type { TaskProgress } from '../../report-parts/use-task.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';

const label = 'CSV export';

/**
 * property_report.csv of the reports that match: as the server streams it or, from a backend that gives
 * records only, as the console writes it (decision 20). Throws as `download`.
 */
export const exportCsv = async (
  filters: Filters,
  tell: (progress: TaskProgress) => void,
  signal: AbortSignal,
): Promise<Blob> => {
  let total: number | undefined;
  const blob = await download(
    calls.allReportsExport,
    { query: filterQuery(filters) },
    {
      accept: 'text/csv, application/json;q=0.5',
      signal,
      onStart: (headers) => {
        total = Number(headers.get(totalRowsHeader)) || undefined;
      },
      onProgress: ({ bytes, lines }) => {
        // One line is the header; texts with line breaks count for more than their row.
        const rows = Math.min(Math.max(lines - 1, 0), total ?? 0);
        const ofRows = total ? `${formatNumber(rows)} of ${formatNumber(total)} rows, ` : '';
        tell({
          label,
          percent: total ? (rows / total) * 100 : undefined,
          detail: ofRows + formatBytes(bytes),
        });
      },
    },
  );
  if (blob.type.startsWith('text/csv')) return blob;
  tell({ label, percent: undefined, detail: 'Writing the file…' });
  const answer = readReply(calls.allReportsExport, 200, await blob.text());
  const { writeReportCsv } = await import('../../report-parts/report-csv.ts');
  return writeReportCsv((answer as { data: Parameters<typeof writeReportCsv>[0] }).data);
};
