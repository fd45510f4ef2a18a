import { Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { DropArea } from './drop-area.tsx';
import { formatBytes } from './format.ts';

interface FilePanelProps {
  file: File | null | undefined;
  /** Mime types with their extensions. */
  accept: Record<string, string[]>;
  /** What may be chosen, as long as nothing is. */
  hint: string;
  /** The name of the area, as long as nothing is chosen. */
  label: string;
  /** The name of the field in it. */
  fieldLabel: string;
  isDisabled: boolean;
  onChoose: (file: File | undefined) => void;
  /** The buttons below. */
  children: ReactNode;
}

/** An area for one file, and the buttons that work with it. */
export const FilePanel = ({ file, hint, label, children, ...area }: FilePanelProps) => (
  <Paper withBorder radius="lg" p="md">
    <DropArea
      title={file ? file.name : t('Drag and drop a file here, or click to browse')}
      hint={file ? formatBytes(file.size) : hint}
      label={file ? t('Choose another file instead of {name}', { name: file.name }) : label}
      {...area}
    />
    <Group justify="flex-end" mt="md" gap="xs">
      {children}
    </Group>
  </Paper>
);
