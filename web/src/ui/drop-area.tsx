import '@mantine/dropzone/styles.css';
import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import classes from './drop-area.module.css';

interface DropAreaProps {
  /** File types of the browser's dialog: mime types with their extensions. */
  accept: Record<string, string[]>;
  isDisabled: boolean;
  /** The first line: what to do, or the file's name. */
  title: string;
  hint: string;
  /** The accessible name of the area and of its input. */
  label: string;
  fieldLabel: string;
  onChoose: (file: File | undefined) => void;
}

/** An area to drop or choose a file. It accepts any file: the screen checks it, with messages of its own. */
export const DropArea = ({
  accept,
  isDisabled,
  title,
  hint,
  label,
  fieldLabel,
  onChoose,
}: DropAreaProps) => (
  <Dropzone
    className={classes.zone}
    onDrop={(files) => onChoose(files[0])}
    onReject={(rejections) => onChoose(rejections[0]?.file)}
    accept={accept}
    multiple={false}
    disabled={isDisabled}
    inputProps={{ 'aria-label': fieldLabel }}
    aria-label={label}
  >
    <Stack align="center" gap={4} ta="center">
      <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
      <Text fw={600} className={classes.title}>
        <bdi>{title}</bdi>
      </Text>
      <Text c="dimmed" size="sm">
        {hint}
      </Text>
    </Stack>
  </Dropzone>
);
