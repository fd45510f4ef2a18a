import { Group, NativeSelect, Text } from '@mantine/core';
import { writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { rich } from '../text/rich.tsx';
import { t } from '../text/text.ts';
import { BarList, BarRow, barName } from '../ui/bar-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber, formatShare } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { type CircleOrder, type CircleUnits, circleOrders, orderCircles } from './circle-order.ts';

const searchFrom = 8;
const shownAtMost = 200;

const CircleRow = ({ circle, units, surveyed }: CircleUnits) => (
  <BarRow
    name={
      <Link to="/report" search={{ circle: writeListFilter([circle]) }} className={barName}>
        <bdi>{circle}</bdi>
      </Link>
    }
    share={units > 0 ? surveyed / units : 0}
    figures={t('{part} of {whole}', { part: formatNumber(surveyed), whole: formatNumber(units) })}
    shareText={formatShare(surveyed, units)}
  />
);

/** Surveyed units of each circle; a name leads to its reports. */
export const CircleProgress = ({ circles }: { circles: readonly CircleUnits[] }) => {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<CircleOrder>('name');
  const ordered = useMemo(() => orderCircles(circles, search, order), [circles, search, order]);
  const shown = ordered.slice(0, shownAtMost);

  return (
    <Panel
      title={t('Progress by circle')}
      aside={
        circles.length > 1 ? (
          <Group gap="xs" wrap="nowrap" grow flex="0 1 24rem">
            {circles.length > searchFrom ? (
              <SearchBox
                label={t('Search circles')}
                size="xs"
                value={search}
                onChange={setSearch}
              />
            ) : null}
            <NativeSelect
              size="xs"
              aria-label={t('Order of circles')}
              value={order}
              onChange={(event) => setOrder(event.currentTarget.value as CircleOrder)}
              data={Object.entries(circleOrders).map(([value, label]) => ({
                value,
                label: t(label),
              }))}
            />
          </Group>
        ) : null
      }
    >
      {circles.length === 0 ? (
        <EmptyState
          title={t('No circles yet')}
          hint={rich(t('Circles come with the units: <link>upload the parcel list</link>.'), {
            link: (text) => <Link to="/UPLOAD">{text}</Link>,
          })}
        />
      ) : null}
      {circles.length > 0 && shown.length === 0 ? (
        <EmptyState title={t('No circle has this name')} hint={t('Try a part of the name.')} />
      ) : null}
      <BarList>
        {shown.map((row) => (
          <CircleRow key={row.circle} {...row} />
        ))}
      </BarList>
      {ordered.length > shown.length ? (
        <Text size="xs" c="dimmed" mt="xs">
          {t('Showing {shown} of {all} circles. Search to find the others.', {
            shown: formatNumber(shown.length),
            all: formatNumber(ordered.length),
          })}
        </Text>
      ) : null}
    </Panel>
  );
};
