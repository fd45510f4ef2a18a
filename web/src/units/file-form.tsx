import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { FilePanel } from '../ui/file-panel.tsx';

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
  <FilePanel
    file={file}
    accept={workbookTypes}
    hint={t('.xlsx or .xls')}
    label={t('Choose an Excel file')}
    fieldLabel={t('Excel file')}
    isDisabled={isDisabled}
    onChoose={(chosen) => onChoose(chosen ?? null)}
  >
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
  </FilePanel>
);
