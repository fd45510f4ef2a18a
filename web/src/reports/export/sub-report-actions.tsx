import { Button } from '@mantine/core';
import { csvFileName, type PropertyReport } from '@survey/contract';
import { IconFileTypeCsv, IconPhotoDown } from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import { usePhotoDownload } from './use-photo-download.ts';
import type { Task } from './use-task.ts';

interface SubReportActionsProps {
  /** Everything that matches the filters; undefined while it loads. */
  reports: readonly PropertyReport[] | undefined;
  task: Task;
}

/** CSV and photos of the records on this screen, written by the console. */
export const SubReportActions = ({ reports, task }: SubReportActionsProps) => {
  const isIdle = reports !== undefined && task.progress === undefined;
  const downloadPhotos = usePhotoDownload(task, async () => reports ?? []);
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
      <Button
        disabled={!isIdle}
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={() => void saveCsv()}
      >
        {t('Export to CSV')}
      </Button>
    </>
  );
};
