import { calls, totalRowsHeader } from '@survey/contract';
import { type DownloadOptions, readBody } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import type { ExportedSelection } from '../selection/selection.api.ts';
import { cutOff, downloadFile } from './download-file.ts';
import type { TaskProgress } from './use-task.ts';

const csvType = 'text/csv, application/json;q=0.5';
const jsonType = 'application/json';

type Tell = (progress: TaskProgress) => void;

/** Reports the progress in rows; `hasAll` is true where the announced number of rows arrived. */
const rowCounter = (tell: Tell) => {
  let total: number | undefined;
  let lines = 0;
  return {
    hasAll: () => total === undefined || lines > total,
    onStart: (headers: Headers) => {
      total = Number(headers.get(totalRowsHeader)) || undefined;
    },
    onProgress: (progress: { bytes: number; lines: number }) => {
      lines = progress.lines;
      // One line is the header; cells with line breaks count as several lines.
      const rows = Math.min(Math.max(lines - 1, 0), total ?? 0);
      const size = formatBytes(progress.bytes);
      tell({
        label: t('CSV export'),
        percent: total ? (rows / total) * 100 : undefined,
        detail: total
          ? t('{rows} of {total} rows, {size}', {
              rows: formatNumber(rows),
              total: formatNumber(total),
              size,
            })
          : size,
      });
    },
  } satisfies DownloadOptions & { hasAll: () => boolean };
};

/**
 * property_report.csv of the reports that match: as the server streams it or, from a backend that gives
 * records only, as the console writes it (R20). Throws as `downloadFile`.
 * @param writesCsv whether the backend is known to write the file: another one would take the wish for a browser's and
 * answer a refusal as an HTML page
 * @param extra columns beside the 21
 */
export const exportCsv = async (
  filters: Filters,
  tell: Tell,
  signal: AbortSignal,
  writesCsv: boolean,
  extra: { extra?: string } = {},
): Promise<Blob> => {
  const { hasAll, ...counting } = rowCounter(tell);
  const blob = await downloadFile(
    calls.allReportsExport,
    { query: { ...filterQuery(filters), ...extra } },
    { accept: writesCsv ? csvType : jsonType, signal, ...counting },
  );
  if (blob.type.startsWith('text/csv')) {
    if (!hasAll()) throw cutOff();
    return blob;
  }
  tell({ label: t('CSV export'), percent: undefined, detail: t('Writing the file…') });
  const { data } = await readBody(calls.allReportsExport, 200, await blob.text(), signal);
  const { writeReportCsv } = await import('./report-csv.ts');
  return writeReportCsv(data);
};

/** property_report.csv of selected reports. Throws as `downloadFile`. */
export const exportSelectedCsv = async (
  body: ExportedSelection,
  tell: Tell,
  signal: AbortSignal,
): Promise<Blob> => {
  const { hasAll, ...counting } = rowCounter(tell);
  const blob = await downloadFile(calls.exportSelection, { body }, { signal, ...counting });
  if (!hasAll()) throw cutOff();
  return blob;
};
