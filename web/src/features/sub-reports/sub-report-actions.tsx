import { Button } from '@mantine/core';
import { csvFileName, type PropertyReport } from '@survey/contract';
import { IconFileTypeCsv, IconPhotoDown } from '@tabler/icons-react';
import { saveBlob } from '../../api/save-blob.ts';
import { usePhotoDownload } from '../../report-parts/use-photo-download.ts';
import type { useTask } from '../../report-parts/use-task.ts';
import { formatBytes } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';

interface SubReportActionsProps {
  /** Everything that matches the filters; undefined while it loads. */
  reports: readonly PropertyReport[] | undefined;
  task: ReturnType<typeof useTask>;
}

/** CSV and photos of the records on this screen, written by the console. */
export const SubReportActions = ({ reports, task }: SubReportActionsProps) => {
  const isIdle = reports !== undefined && task.progress === undefined;
  const downloadPhotos = usePhotoDownload(task, async () => reports ?? []);
  const saveCsv = async () => {
    try {
      const { writeReportCsv } = await import('../../report-parts/report-csv.ts');
      const blob = writeReportCsv(reports ?? []);
      saveBlob(blob, csvFileName);
      toast.success(`${csvFileName} is saved`, formatBytes(blob.size));
    } catch (error) {
      toast.error(`Failed to export data: ${error instanceof Error ? error.message : error}`);
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
        Download Images
      </Button>
      <Button
        disabled={!isIdle}
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={() => void saveCsv()}
      >
        Export to CSV
      </Button>
    </>
  );
};
