import { Button, Group, Paper } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { DropArea } from '../ui/drop-area.tsx';
import { formatBytes } from '../ui/format.ts';

const workbookTypes = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-excel': ['.xls'],
};

interface FileFormProps {
  file: File | null;
  onChoose: (file: File | null) => void;
  onUpload: () => void;
  /** True while an upload runs: the file cannot be changed. */
  isDisabled: boolean;
  /** True while a file is read or sent. */
  isWaiting: boolean;
}

/** The file area, as on /status, and the button that sends. */
export const FileForm = ({ file, onChoose, onUpload, isDisabled, isWaiting }: FileFormProps) => (
  <Paper withBorder radius="lg" p="md">
    <DropArea
      accept={workbookTypes}
      isDisabled={isDisabled}
      title={file ? file.name : t('Drag and drop a file here, or click to browse')}
      hint={file ? formatBytes(file.size) : t('.xlsx or .xls')}
      label={
        file
          ? t('Choose another file instead of {name}', { name: file.name })
          : t('Choose an Excel file')
      }
      fieldLabel={t('Excel file')}
      onChoose={(chosen) => onChoose(chosen ?? null)}
    />
    <Group justify="flex-end" mt="md" gap="xs">
      {file ? (
        <Button variant="default" onClick={() => onChoose(null)} disabled={isDisabled}>
          {t('Remove the file')}
        </Button>
      ) : null}
      <Button
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={onUpload}
        disabled={isWaiting}
      >
        {t('Upload Data')}
      </Button>
    </Group>
  </Paper>
);
