import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { FilePanel } from '../ui/file-panel.tsx';
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
  <FilePanel
    file={file}
    accept={statusFileTypes}
    hint={t('.xlsx, .xls and .csv up to 10MB')}
    label={t('Choose a status file')}
    fieldLabel={t('Status file')}
    isDisabled={isBusy}
    onChoose={on.onChoose}
  >
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
  </FilePanel>
);
