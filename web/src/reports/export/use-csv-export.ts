import { csvFileName } from '@survey/contract';
import { useIsOurServer } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import type { Filters } from '../filters/report-search.ts';
import { askedExtra } from '../report-extras.ts';
import { exportCsv } from './export-csv.ts';
import type { Task } from './use-task.ts';

/**
 * A function that saves property_report.csv of everything that matches the filters, with its progress: the 21 columns
 * of spec 9 or, where wished, those of the review too.
 */
export const useCsvExport = (task: Task, filters: Filters) => {
  const isOurs = useIsOurServer();
  return (columns: '21' | 'with-review' = '21') =>
    task.start(
      t('CSV export'),
      async (tell, signal) => {
        const extra = columns === '21' ? {} : await askedExtra();
        const blob = await exportCsv(filters, tell, signal, isOurs, extra);
        saveBlob(blob, csvFileName);
        toast.success(t('{file} is saved', { file: csvFileName }), formatBytes(blob.size));
      },
      (error) => toast.error(t('Failed to export data: {message}', { message: reasonText(error) })),
    );
};
