import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { useLanguage } from '../text/languages.ts';
import { t } from '../text/text.ts';
import { reasonText } from './error-text.ts';
import { saveBlob } from './save-blob.ts';
import { toast } from './toasts.ts';

interface SheetButtonProps {
  fileName: string;
  /** Downloads the file with its words in the language of the screen. */
  load: (language: 'en' | 'ur') => Promise<Blob>;
  disabled?: boolean;
}

/** Saves a list as a spreadsheet. */
export const SheetButton = ({ fileName, load, disabled = false }: SheetButtonProps) => {
  const { code } = useLanguage();
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      saveBlob(await load(code), fileName);
    } catch (error) {
      const message = reasonText(error);
      if (!isAbort(error)) toast.error(t('Failed to export data: {message}', { message }));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      disabled={disabled}
      loading={isRunning}
      onClick={() => void save()}
    >
      {t('Export XLSX')}
    </Button>
  );
};
