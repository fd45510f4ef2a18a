import '@mantine/dropzone/styles.css';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { formatBytes } from '../../ui/format.ts';
import { statusFileTypes } from './status-file.ts';
import classes from './status-form.module.css';

interface StatusFormProps {
  file: File | undefined;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
  onReset: () => void;
  onPreview: () => void;
  onUpdate: () => void;
}

const DropText = ({ file }: { file: File | undefined }) => (
  <Stack align="center" gap={4} ta="center">
    <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
    {file ? (
      <>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{file.name}</bdi>
        </Text>
        <Text c="dimmed" size="sm">
          {formatBytes(file.size)}
        </Text>
      </>
    ) : (
      <>
        <Text fw={600}>Drag and drop a file here, or click to browse</Text>
        <Text c="dimmed" size="sm">
          .xlsx, .xls and .csv up to 10MB
        </Text>
      </>
    )}
  </Stack>
);

/** Where the file goes in, and what can be done with it. */
export const StatusForm = ({ file, isBusy, ...on }: StatusFormProps) => (
  <Paper withBorder radius="lg" p="md">
    <Dropzone
      className={classes.zone}
      // What is dropped is judged by our own rules, for their messages.
      onDrop={(files) => on.onChoose(files[0])}
      onReject={(rejections) => on.onChoose(rejections[0]?.file)}
      accept={statusFileTypes}
      multiple={false}
      disabled={isBusy}
      inputProps={{ 'aria-label': 'Status file' }}
      aria-label={file ? `Choose another file instead of ${file.name}` : 'Choose a status file'}
    >
      <DropText file={file} />
    </Dropzone>
    <Group justify="flex-end" mt="md" gap="xs">
      <Button variant="default" onClick={on.onReset}>
        Reset
      </Button>
      <Button variant="default" onClick={on.onPreview} disabled={isBusy}>
        Preview Data
      </Button>
      <Button
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={on.onUpdate}
        disabled={isBusy}
      >
        Upload & Update
      </Button>
    </Group>
  </Paper>
);
