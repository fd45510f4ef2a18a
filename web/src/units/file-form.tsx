import { Button, FileInput, Group, Paper } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { formatBytes } from '../ui/format.ts';

interface FileFormProps {
  file: File | null;
  onChoose: (file: File | null) => void;
  onUpload: () => void;
  /** True while an upload runs: the file cannot be changed. */
  isDisabled: boolean;
  /** True while a file is read or sent. */
  isWaiting: boolean;
}

/** The file picker and the button that sends. */
export const FileForm = ({ file, onChoose, onUpload, isDisabled, isWaiting }: FileFormProps) => (
  <Paper withBorder radius="lg" p="md">
    <Group align="flex-end" gap="sm">
      <FileInput
        flex="1 1 18rem"
        label={t('Excel file')}
        description={file ? formatBytes(file.size) : t('.xlsx or .xls')}
        placeholder={t('Choose a file')}
        accept=".xlsx,.xls"
        leftSection={<IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t('Remove the file') }}
        value={file}
        onChange={onChoose}
        disabled={isDisabled}
      />
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
