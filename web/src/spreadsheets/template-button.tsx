import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { saveRows } from './save-rows.ts';
import { writeBook } from './write-book.ts';

interface TemplateButtonProps {
  /** Without its extension. */
  fileName: string;
  headers: readonly string[];
}

/** Saves an empty sheet with the columns that the screen knows. */
export const TemplateButton = ({ fileName, headers }: TemplateButtonProps) => (
  <Button
    mt="sm"
    size="xs"
    variant="default"
    leftSection={<IconDownload size={14} aria-hidden />}
    onClick={() => void saveRows(writeBook([headers]), fileName, 'template')}
  >
    {t('Template (.xlsx)')}
  </Button>
);
