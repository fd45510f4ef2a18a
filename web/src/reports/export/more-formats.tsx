import { Menu } from '@mantine/core';
import { calls, type ReportFormat } from '@survey/contract';
import { IconFileSpreadsheet, IconMapPin, IconPlugConnected } from '@tabler/icons-react';
import { useLanguage } from '../../text/languages.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { formatBytes } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { toast } from '../../ui/toasts.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import { downloadFile } from './download-file.ts';
import type { Task } from './use-task.ts';

interface MoreFormatsProps {
  filters: Filters;
  task: Task;
  /** Shows the list's address for other programs. */
  onElsewhere: () => void;
}

/** Items of the menu beside "Export to CSV": files of other formats, and the list's address for other programs. */
export const MoreFormats = ({ filters, task, onElsewhere }: MoreFormatsProps) => {
  const { code: language } = useLanguage();
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
  const item = (label: string, format: ReportFormat, Icon: typeof IconMapPin) => (
    <Menu.Item
      disabled={task.progress !== undefined}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void save(format)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <>
      {item(t('Excel (XLSX)'), 'xlsx', IconFileSpreadsheet)}
      {item(t('Map file (GeoJSON)'), 'geojson', IconMapPin)}
      <Menu.Divider />
      <Menu.Item leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={onElsewhere}>
        {t('Use this list elsewhere')}
      </Menu.Item>
    </>
  );
};
