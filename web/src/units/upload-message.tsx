import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOurServer } from '../api/capabilities.ts';
import type { SheetError } from '../spreadsheets/sheet.ts';
import { t } from '../text/text.ts';
import { FieldList } from '../ui/field-list.tsx';
import { formatNumber } from '../ui/format.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import type { StoredUnits } from './units.api.ts';
import type { UploadState } from './use-upload.ts';

/** Lines of a refusal that are shown at once. */
const shownLines = 10;

const Problem = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} title={title}>
    {children}
  </Alert>
);

const counts = (units: StoredUnits, rows: number) =>
  'stored' in units
    ? [
        { label: t('Stored'), value: formatNumber(units.stored) },
        { label: t('Updated'), value: formatNumber(units.updated) },
        { label: t('Unchanged'), value: formatNumber(units.unchanged) },
        { label: t('Unassignable (no Circle or Pin)'), value: formatNumber(units.unassignable) },
      ]
    : [{ label: t('Rows sent'), value: formatNumber(rows) }];

type Failed = Extract<UploadState, { status: 'failed' }>;

/** What became of the rows: our server stores all or nothing, of another one that is not known. */
const fateText = (isCertain: boolean, isOurs: boolean): string => {
  if (!isOurs)
    return t('Whether rows were stored is not known. Your file and its preview are still here.');
  return isCertain
    ? t('Nothing was stored. Your file and its preview are still here.')
    : t(
        'No answer tells whether the rows were stored. Your file is still here: sending it again is safe, rows that are stored already stay as they are.',
      );
};

const Failure = ({ message, lines, isCertain, isOurs }: Failed & { isOurs: boolean }) => (
  <Problem title={message}>
    <Text>{fateText(isCertain, isOurs)}</Text>
    {lines.length > 0 ? (
      <List size="sm" mt="xs">
        {lines.slice(0, shownLines).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {lines.length > shownLines ? (
          <List.Item>
            {t('and {count} more', { count: formatNumber(lines.length - shownLines) })}
          </List.Item>
        ) : null}
      </List>
    ) : null}
  </Problem>
);

interface UploadMessageProps {
  /** True where the name of the file is not a workbook's. */
  isRefused: boolean;
  error: SheetError | undefined;
  isEmpty: boolean;
  upload: UploadState;
  onUndone: () => void;
}

/** The message of the screen: the failure, or the server's counts. */
export const UploadMessage = ({
  isRefused,
  error,
  isEmpty,
  upload,
  onUndone,
}: UploadMessageProps) => {
  const isOurs = useIsOurServer();
  if (isRefused) return <Problem title={t('Please upload an Excel file (.xlsx or .xls)')} />;
  if (error) {
    return (
      <Problem title={t('Error parsing Excel file. Please check the format.')}>
        {t(error.message)}
      </Problem>
    );
  }
  if (upload.status === 'stored') {
    const undoEntry = 'undo_entry' in upload.units ? upload.units.undo_entry : undefined;
    return (
      <Alert
        color="green"
        variant="light"
        icon={<IconCircleCheck size={20} />}
        title={t('Upload successful!')}
      >
        <FieldList fields={counts(upload.units, upload.rows)} />
        <Group gap="xs" mt="xs" align="flex-end">
          <Button size="xs" renderRoot={(props) => <Link to="/assign" {...props} />}>
            {t('Next: assign the circles')}
          </Button>
          {undoEntry === undefined ? null : (
            <UndoButton entries={[undoEntry]} what={t('Upload successful!')} onUndone={onUndone} />
          )}
        </Group>
      </Alert>
    );
  }
  if (upload.status === 'failed') {
    return upload.isUpload ? (
      <Failure {...upload} isOurs={isOurs} />
    ) : (
      <Problem title={upload.message} />
    );
  }
  if (isEmpty)
    return <Problem title={t('No data to upload')}>{t('The first sheet has no rows.')}</Problem>;
  if (upload.status === 'cancelled') {
    return (
      <Alert
        color="blue"
        variant="light"
        icon={<IconInfoCircle size={20} />}
        title={t('Cancelled')}
      >
        {isOurs
          ? t(
              'The upload was stopped. Where the server already had all rows, they are stored: sending the same sheet again changes nothing.',
            )
          : t('The upload was stopped. The server may have stored the rows already.')}
      </Alert>
    );
  }
  return null;
};
