import { Alert, Text } from '@mantine/core';
import type { PersonOfSplit } from '@survey/contract';
import { t } from '../../text/text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { formatNumber } from '../../ui/format.ts';

interface SplitPeopleProps {
  counted: { units: number; unshared: number; people: readonly PersonOfSplit[] } | undefined;
  error: Error | null;
  isStale: boolean;
}

const figure = (
  key: 'before' | 'removed' | 'added' | 'after',
  header: string,
  sign = '',
): {
  key: string;
  header: string;
  align: 'right';
  cell: (one: PersonOfSplit) => string;
} => ({
  key,
  header,
  align: 'right',
  cell: (person) => (person[key] === 0 ? '0' : `${sign}${formatNumber(person[key])}`),
});

/** What the split changes, before it is made. */
export const SplitPeople = ({ counted, error, isStale }: SplitPeopleProps) => {
  if (error) {
    return (
      <Alert color="red" variant="light" role="alert">
        {reasonText(error)}
      </Alert>
    );
  }
  if (!counted) {
    return (
      <Text size="sm" c="dimmed">
        {t('Give groups to surveyors: what changes is counted here.')}
      </Text>
    );
  }
  return (
    <div>
      <DataTable
        label={t('What changes on the lists')}
        columns={[
          {
            key: 'username',
            header: t('Surveyor'),
            cell: ({ username }) => <bdi>{username}</bdi>,
          },
          figure('before', t('Left now')),
          figure('removed', t('Go'), '−'),
          figure('added', t('Come'), '+'),
          figure('after', t('Left then')),
        ]}
        rows={counted.people}
        rowKey={({ username }) => username}
        density="compact"
        isStale={isStale}
        empty={null}
      />
      {counted.unshared > 0 ? (
        <Text size="sm" mt="xs">
          {t(
            '{count, plural, one {# unit that is left is} other {# units that are left are}} not shared out and {count, plural, one {stays} other {stay}} on the lists as now.',
            { count: counted.unshared },
          )}
        </Text>
      ) : null}
    </div>
  );
};
