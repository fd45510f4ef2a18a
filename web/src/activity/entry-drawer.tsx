import { Stack, Table, Text } from '@mantine/core';
import { useCapabilities } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FieldList } from '../ui/field-list.tsx';
import { formatNumber } from '../ui/format.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { useActivityEntry } from './activity.api.ts';
import { actionText, actorText, timeText } from './activity-texts.ts';
import { type DetailRow, detailRows, labelOf } from './detail-rows.ts';
import { subjectText } from './subject-text.ts';
import { UndoEntry } from './undo-entry.tsx';

interface EntryDrawerProps {
  id: number | undefined;
  onClose: () => void;
  onOpen: (id: number) => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

const Compared = ({ rows }: { rows: readonly DetailRow[] }) => (
  <Table
    aria-label={t('Before and after')}
    verticalSpacing={6}
    styles={{ td: { overflowWrap: 'anywhere' } }}
  >
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('What')}</Table.Th>
        <Table.Th>{t('Before')}</Table.Th>
        <Table.Th>{t('After')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ key, before, after }) => (
        <Table.Tr key={key}>
          <Table.Td>{t(labelOf(key))}</Table.Td>
          <Table.Td>
            <bdi>{before ?? '–'}</bdi>
          </Table.Td>
          <Table.Td fw={before === after ? 400 : 600}>
            <bdi>{after}</bdi>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

/** One entry: actor, time, address, action, and the values before and after. */
export const EntryDrawer = ({ id, onClose, onOpen, onPrevious, onNext }: EntryDrawerProps) => {
  const { time_zone } = useCapabilities();
  const query = useActivityEntry(id);
  const entry = query.data;
  const rows = entry ? detailRows(entry.details) : [];
  const compared = rows.filter(({ before }) => before !== undefined);
  return (
    <SideDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={entry ? actionText(entry.action) : t('Entry')}
    >
      {query.isError && !entry ? (
        <ErrorState title={t('Error loading the entry')} {...loadFailure(query)} />
      ) : null}
      {entry ? (
        <Stack gap="md">
          <Text fw={500}>
            <bdi>{subjectText(entry.action, entry.subject)}</bdi>
          </Text>
          <UndoEntry entry={entry} onOpen={onOpen} />
          <FieldList
            fields={[
              { label: t('When'), value: timeText(entry.at, time_zone) },
              { label: t('Who'), value: <bdi>{actorText(entry)}</bdi> },
              { label: t('From where'), value: entry.address },
              { label: t('Rows touched'), value: formatNumber(entry.rows) },
              ...rows
                .filter(({ before }) => before === undefined)
                .map(({ key, after }) => ({
                  label: t(labelOf(key)),
                  value: <bdi>{key === 'action' ? actionText(after) : after}</bdi>,
                })),
              { label: t('Entry'), value: entry.id },
              { label: t('Request'), value: entry.request_id },
            ]}
          />
          {compared.length > 0 ? <Compared rows={compared} /> : null}
        </Stack>
      ) : null}
    </SideDrawer>
  );
};
