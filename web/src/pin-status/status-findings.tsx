import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { saveRows } from '../spreadsheets/save-rows.ts';
import { t } from '../text/text.ts';
import { blankRowsText } from './blank-rows-text.ts';
import { rowErrorLines } from './error-lines.ts';
import type { StatusSheet } from './status-work.ts';
import type { CheckedSheet } from './use-status-update.ts';

interface StatusFindingsProps {
  check: CheckedSheet;
  /** Undefined where the work was cancelled and the file must be read again. */
  sheet: StatusSheet | undefined;
  fileName: string | undefined;
}

/** The result of the check: rows with errors, rows with a blank Status. */
export const StatusFindings = ({ check, sheet, fileName = 'status' }: StatusFindingsProps) => {
  if (check.errorCount > 0) {
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle size={20} />}
        title={t(
          '{count, plural, one {# row needs} other {# rows need}} mending before the file can be sent',
          { count: check.rejectedRows },
        )}
      >
        <List size="sm">
          {rowErrorLines(check.firstErrors, check.errorCount).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {sheet?.info.hasGaps ? (
          <Text size="sm" mt="xs">
            {t('Rows are counted with the header as row 1 and without blank rows.')}
          </Text>
        ) : null}
        {sheet ? (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void saveRows(sheet.ask('rejected'), fileName, 'rejected rows')}
          >
            {t('Download rejected rows')}
          </Button>
        ) : null}
      </Alert>
    );
  }
  return check.blankStatuses > 0 ? (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle size={20} />}>
      {blankRowsText(check.blankStatuses)}
    </Alert>
  ) : null;
};
