import { Button, Menu } from '@mantine/core';
import { calls, photosZipFileName } from '@survey/contract';
import { IconChevronDown, IconFileZip, IconPhotoDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import { CsvButton } from './csv-button.tsx';
import { MoreFormats } from './more-formats.tsx';
import { downloadPhotosZip } from './photos-zip.ts';
import { useCsvExport } from './use-csv-export.ts';
import { usePhotoDownload } from './use-photo-download.ts';
import type { Task } from './use-task.ts';

const ElsewhereDialog = lazyWithRetry(
  async () => (await import('./elsewhere-dialog.tsx')).ElsewhereDialog,
);

interface ReportActionsProps {
  filters: Filters;
  task: Task;
}

/** CSV export, and the photos one by one or as one ZIP, of everything that matches the filters. */
export const ReportActions = ({ filters, task }: ReportActionsProps) => {
  const canZip = useCan('reportPhotosZip');
  const canChooseFormat = useCan('exportReports');
  const [isElsewhere, setElsewhere] = useState(false);
  const isBusy = task.progress !== undefined;
  const downloadPhotos = usePhotoDownload(task, async (signal) => {
    const query = filterQuery(filters);
    return (await send(calls.allReportsExport, { query }, { signal, accept: 'application/json' }))
      .data;
  });

  const saveCsv = useCsvExport(task, filters);
  const saveZip = () =>
    task.start(
      t('Image download (ZIP)'),
      async (tell, signal) => {
        const blob = await downloadPhotosZip(filters, tell, signal);
        saveBlob(blob, photosZipFileName);
        toast.success(t('{file} is saved', { file: photosZipFileName }), formatBytes(blob.size));
      },
      (error) => toast.error(t('Failed to initiate bulk download'), reasonText(error)),
    );

  const imagesButton = {
    variant: 'default',
    disabled: isBusy,
    leftSection: <IconPhotoDown size={16} aria-hidden />,
    children: t('Download Images'),
  } as const;
  return (
    <>
      {canZip ? (
        <Menu position="bottom-end" withArrow>
          <Menu.Target>
            <Button {...imagesButton} rightSection={<IconChevronDown size={16} aria-hidden />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={saveZip}>
              {t('As one ZIP')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconPhotoDown size={16} aria-hidden />}
              onClick={downloadPhotos}
            >
              {t('One by one (PIN.jpg)')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button {...imagesButton} onClick={downloadPhotos} />
      )}
      <CsvButton isDisabled={isBusy} onSave={saveCsv}>
        {canChooseFormat ? (
          <MoreFormats filters={filters} task={task} onElsewhere={() => setElsewhere(true)} />
        ) : null}
      </CsvButton>
      {isElsewhere ? (
        <ElsewhereDialog filters={filters} onClose={() => setElsewhere(false)} />
      ) : null}
    </>
  );
};
