import { Button, Group, Paper } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { DropArea } from '../ui/drop-area.tsx';
import { formatBytes } from '../ui/format.ts';
import { statusFileTypes } from './status-file.ts';

interface StatusFormProps {
  file: File | undefined;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
  onReset: () => void;
  onPreview: () => void;
  onUpdate: () => void;
}

/** The file area and its buttons. */
export const StatusForm = ({ file, isBusy, ...on }: StatusFormProps) => (
  <Paper withBorder radius="lg" p="md">
    <DropArea
      accept={statusFileTypes}
      isDisabled={isBusy}
      title={file ? file.name : t('Drag and drop a file here, or click to browse')}
      hint={file ? formatBytes(file.size) : t('.xlsx, .xls and .csv up to 10MB')}
      label={
        file
          ? t('Choose another file instead of {name}', { name: file.name })
          : t('Choose a status file')
      }
      fieldLabel={t('Status file')}
      onChoose={on.onChoose}
    />
    <Group justify="flex-end" mt="md" gap="xs">
      <Button variant="default" onClick={on.onReset}>
        {t('Reset')}
      </Button>
      <Button variant="default" onClick={on.onPreview} disabled={isBusy}>
        {t('Preview Data')}
      </Button>
      <Button
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={on.onUpdate}
        disabled={isBusy}
      >
        {t('Upload & Update')}
      </Button>
    </Group>
  </Paper>
);
