import { Button } from '@mantine/core';
import { csvFileName, type PropertyReport } from '@survey/contract';
import { IconPhotoDown } from '@tabler/icons-react';
import { useIsOurServer } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import type { Filters } from '../filters/report-search.ts';
import { CsvButton } from './csv-button.tsx';
import { useCsvExport } from './use-csv-export.ts';
import { usePhotoDownload } from './use-photo-download.ts';
import type { Task } from './use-task.ts';

interface SubReportActionsProps {
  /** Everything that matches the filters; undefined while it loads. */
  reports: readonly PropertyReport[] | undefined;
  /** The filters that select the same records on the server. */
  filters: Filters;
  task: Task;
}

/** CSV and photos of the records on this screen; the CSV by the server, where the backend writes one. */
export const SubReportActions = ({ reports, filters, task }: SubReportActionsProps) => {
  const isIdle = reports !== undefined && task.progress === undefined;
  const downloadPhotos = usePhotoDownload(task, async () => reports ?? []);
  const isWrittenByServer = useIsOurServer();
  const saveFromServer = useCsvExport(task, filters);
  const saveCsv = async () => {
    try {
      const { writeReportCsv } = await import('./report-csv.ts');
      const blob = await writeReportCsv(reports ?? []);
      saveBlob(blob, csvFileName);
      toast.success(t('{file} is saved', { file: csvFileName }), formatBytes(blob.size));
    } catch (error) {
      const message = reasonText(error);
      toast.error(t('Failed to export data: {message}', { message }));
    }
  };
  return (
    <>
      <Button
        variant="default"
        disabled={!isIdle}
        leftSection={<IconPhotoDown size={16} aria-hidden />}
        onClick={downloadPhotos}
      >
        {t('Download Images')}
      </Button>
      <CsvButton
        isDisabled={!isIdle}
        onSave={(columns) => void (isWrittenByServer ? saveFromServer(columns) : saveCsv())}
      />
    </>
  );
};
