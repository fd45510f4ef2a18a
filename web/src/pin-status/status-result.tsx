import { Alert, Button, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useCan } from '../api/capabilities.ts';
import { saveRows } from '../spreadsheets/save-rows.ts';
import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { findUnmatchedRows } from './pin-status.api.ts';
import { type ChangedStatuses, partsOf } from './status-parts.ts';
import type { StatusSheet } from './status-work.ts';

type Unmatched = Extract<ChangedStatuses, { unmatched: unknown }>['unmatched'];

interface StatusResultProps {
  changed: ChangedStatuses;
  sheet: StatusSheet | undefined;
  fileName: string | undefined;
}

const UnmatchedPairs = ({ unmatched }: { unmatched: Unmatched }) => (
  <Table.ScrollContainer minWidth={0} maxHeight={260} mt="xs">
    <Table verticalSpacing={4} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Circle')}</Table.Th>
          <Table.Th>{t('Pin')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {unmatched.first.map(({ circle, pin }) => (
          <Table.Tr key={`${circle}\n${pin}`}>
            <Table.Td>
              <bdi>{circle}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{pin}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

/** The number of changed pins, and the rows that matched none. */
export const StatusResult = ({ changed, sheet, fileName = 'status' }: StatusResultProps) => {
  const canFindAll = useCan('unmatchedPins');
  // A literal backend gives no counts: the toast is enough.
  if (!('updated' in changed)) return null;
  const { updated, unmatched, rows } = changed;
  const isPartial = unmatched.first.length < unmatched.count;
  const writeUnmatched = async (opened: StatusSheet): Promise<Blob> => {
    if (!isPartial || !canFindAll) return opened.ask('unmatchedPairs', unmatched.first);
    const places: number[] = [];
    for (const part of partsOf(opened.info.rowCount)) {
      const found = await findUnmatchedRows(await opened.ask('body', part));
      for (const place of found) places.push(part.from + place);
    }
    return opened.ask('unmatchedRows', places);
  };
  return (
    <>
      {updated > 0 ? (
        <Alert color="green" variant="light" icon={<IconCircleCheck size={20} />}>
          {t('{count, plural, one {# assigned pin} other {# assigned pins}} set.', {
            count: updated,
          })}
        </Alert>
      ) : null}
      {unmatched.count > 0 ? (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={20} />}
          title={t('{count, plural, one {# row matches} other {# rows match}} no assigned pin', {
            count: rows.unmatched,
          })}
        >
          <Text size="sm">
            {t('No user has these pins, or circle or pin are written differently.')}
            {isPartial
              ? ` ${t('The first {count} are shown.', { count: formatNumber(unmatched.first.length) })}`
              : null}
          </Text>
          <UnmatchedPairs unmatched={unmatched} />
          {sheet ? (
            <Button
              mt="xs"
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void saveRows(writeUnmatched(sheet), fileName, 'unmatched rows')}
            >
              {isPartial && !canFindAll
                ? t('Download the first {count} unmatched rows', {
                    count: formatNumber(unmatched.first.length),
                  })
                : t('Download unmatched rows')}
            </Button>
          ) : null}
        </Alert>
      ) : null}
    </>
  );
};
