import { ActionIcon, Menu } from '@mantine/core';
import { calls, type ReportFormat } from '@survey/contract';
import {
  IconChevronDown,
  IconFileSpreadsheet,
  IconMapPin,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage } from '../../text/languages.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import { downloadFile } from './download-file.ts';
import type { Task } from './use-task.ts';

const ElsewhereDialog = lazyWithRetry(
  async () => (await import('./elsewhere-dialog.tsx')).ElsewhereDialog,
);

/** Files beside the CSV, and the list's address for other programs. */
export const MoreFormats = ({ filters, task }: { filters: Filters; task: Task }) => {
  const { code: language } = useLanguage();
  const [isElsewhere, setElsewhere] = useState(false);
  const save = (format: ReportFormat) => {
    const name = `property_report.${format}`;
    const label = t('Export of {file}', { file: name });
    return task.start(
      label,
      async (tell, signal) => {
        const query = { ...filterQuery(filters), format, language };
        const blob = await downloadFile(
          calls.exportReports,
          { query },
          {
            signal,
            onProgress: ({ bytes }) =>
              tell({ label, percent: undefined, detail: formatBytes(bytes) }),
          },
        );
        saveBlob(blob, name);
        toast.success(t('{file} is saved', { file: name }), formatBytes(blob.size));
      },
      (error) => toast.error(t('Failed to export data: {message}', { message: reasonText(error) })),
    );
  };
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={t('More formats')}>
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={task.progress !== undefined}
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            onClick={() => void save('xlsx')}
          >
            {t('Excel (XLSX)')}
          </Menu.Item>
          <Menu.Item
            disabled={task.progress !== undefined}
            leftSection={<IconMapPin size={16} aria-hidden />}
            onClick={() => void save('geojson')}
          >
            {t('Map file (GeoJSON)')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPlugConnected size={16} aria-hidden />}
            onClick={() => setElsewhere(true)}
          >
            {t('Use this list elsewhere')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isElsewhere ? (
        <ElsewhereDialog filters={filters} onClose={() => setElsewhere(false)} />
      ) : null}
    </>
  );
};
