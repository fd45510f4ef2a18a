import { Text } from '@mantine/core';
import { calls } from '@survey/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { reportKeys } from '../report.api.ts';

interface PlacedTotalProps {
  query: Readonly<Record<string, string | undefined>>;
  placed: number | undefined;
  isStale: boolean;
}

/** How many reports match, and how many of them are on the map. */
export const PlacedTotal = ({ query, placed, isStale }: PlacedTotalProps) => {
  const one = { ...query, page: 1, per_page: 1 };
  const total = useQuery({
    queryKey: reportKeys.list(one),
    queryFn: ({ signal }) => send(calls.allReports, { query: one }, { signal }),
    placeholderData: keepPreviousData,
  }).data?.total;
  return (
    <Text component="div" role="status" fw={600} opacity={isStale ? 0.6 : 1}>
      {placed === undefined
        ? t('Counting…')
        : t('{count, plural, one {# report} other {# reports}} on this map', { count: placed })}
      {placed !== undefined && total !== undefined && total > placed ? (
        <Text span fw={400} c="dimmed">
          {' '}
          {t('of {total}; the others have no position', { total: formatNumber(total) })}
        </Text>
      ) : null}
      <Text size="xs" fw={400} c="dimmed">
        {t('Units that are not surveyed yet have no position and are not on the map.')}
      </Text>
    </Text>
  );
};
