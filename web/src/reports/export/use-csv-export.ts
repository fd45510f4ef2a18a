import { csvFileName } from '@survey/contract';
import { useIsOurServer } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import type { Filters } from '../filters/report-search.ts';
import { exportCsv } from './export-csv.ts';
import type { Task } from './use-task.ts';

/** A function that saves property_report.csv of everything that matches the filters, with its progress. */
export const useCsvExport = (task: Task, filters: Filters) => {
  const isOurs = useIsOurServer();
  return () =>
    task.start(
      t('CSV export'),
      async (tell, signal) => {
        const blob = await exportCsv(filters, tell, signal, isOurs);
        saveBlob(blob, csvFileName);
        toast.success(t('{file} is saved', { file: csvFileName }), formatBytes(blob.size));
      },
      (error) => toast.error(t('Failed to export data: {message}', { message: reasonText(error) })),
    );
};
