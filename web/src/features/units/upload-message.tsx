import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SheetError } from '../../spreadsheets/sheet.ts';
import { FieldList } from '../../ui/field-list.tsx';
import { formatNumber } from '../../ui/format.ts';
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
        { label: 'Stored', value: formatNumber(units.stored) },
        { label: 'Updated', value: formatNumber(units.updated) },
        { label: 'Unchanged', value: formatNumber(units.unchanged) },
        { label: 'Unassignable (no Circle or Pin)', value: formatNumber(units.unassignable) },
      ]
    : [{ label: 'Rows sent', value: formatNumber(rows) }];

type Failed = Extract<UploadState, { status: 'failed' }>;

const Failure = ({ message, lines, isCertain }: Failed) => (
  <Problem title={message}>
    <Text>
      {isCertain
        ? 'Nothing was stored. Your file and its preview are still here.'
        : 'No answer tells whether the rows were stored. Your file is still here: sending it again is safe, rows that are stored already stay as they are.'}
    </Text>
    {lines.length > 0 ? (
      <List size="sm" mt="xs">
        {lines.slice(0, shownLines).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {lines.length > shownLines ? (
          <List.Item>and {formatNumber(lines.length - shownLines)} more</List.Item>
        ) : null}
      </List>
    ) : null}
  </Problem>
);

interface UploadMessageProps {
  /** The chosen file is no workbook by its name. */
  isRefused: boolean;
  error: SheetError | undefined;
  isEmpty: boolean;
  upload: UploadState;
}

/** The one message of the screen: what went wrong, or what the server counted. */
export const UploadMessage = ({ isRefused, error, isEmpty, upload }: UploadMessageProps) => {
  if (isRefused) return <Problem title="Please upload an Excel file (.xlsx or .xls)" />;
  if (error) {
    return (
      <Problem title="Error parsing Excel file. Please check the format.">{error.message}</Problem>
    );
  }
  if (upload.status === 'stored') {
    return (
      <Alert
        color="green"
        variant="light"
        icon={<IconCircleCheck size={20} />}
        title="Upload successful!"
      >
        <FieldList fields={counts(upload.units, upload.rows)} />
      </Alert>
    );
  }
  if (upload.status === 'failed') {
    return upload.lines.length > 0 || upload.message.startsWith('Upload failed') ? (
      <Failure {...upload} />
    ) : (
      <Problem title={upload.message} />
    );
  }
  if (isEmpty) return <Problem title="No data to upload">The first sheet has no rows.</Problem>;
  if (upload.status === 'cancelled') {
    return (
      <Alert color="blue" variant="light" icon={<IconInfoCircle size={20} />} title="Cancelled">
        The upload was stopped. Where the server already had all rows, they are stored: sending the
        same sheet again changes nothing.
      </Alert>
    );
  }
  return null;
};
