import { Group, NativeSelect } from '@mantine/core';
import { writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type CircleOrder, type CircleUnits, circleOrders, orderCircles } from './circle-order.ts';
import classes from './circle-progress.module.css';

const searchFrom = 8;
const shownAtMost = 200;

const CircleRow = ({ circle, units, surveyed }: CircleUnits) => {
  const share = formatShare(surveyed, units);
  return (
    <li className={classes.row}>
      <Link
        to="/report"
        search={{ circle: writeListFilter([circle]) }}
        className={classes.name}
        dir="auto"
      >
        {circle}
      </Link>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: units > 0 ? `${Math.min(100, (surveyed / units) * 100)}%` : 0 }} />
      </span>
      <span className={classes.figures}>
        {formatNumber(surveyed)} of {formatNumber(units)}
      </span>
      <span className={classes.share}>{share}</span>
    </li>
  );
};

/** Surveyed units of each circle; a name leads to its reports. */
export const CircleProgress = ({ circles }: { circles: readonly CircleUnits[] }) => {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<CircleOrder>('name');
  const ordered = useMemo(() => orderCircles(circles, search, order), [circles, search, order]);
  const shown = ordered.slice(0, shownAtMost);

  return (
    <Panel
      title="Progress by circle"
      aside={
        circles.length > 1 ? (
          <Group gap="xs" wrap="nowrap" grow flex="0 1 24rem">
            {circles.length > searchFrom ? (
              <SearchBox label="Search circles" size="xs" value={search} onChange={setSearch} />
            ) : null}
            <NativeSelect
              size="xs"
              aria-label="Order of circles"
              value={order}
              onChange={(event) => setOrder(event.currentTarget.value as CircleOrder)}
              data={Object.entries(circleOrders).map(([value, label]) => ({ value, label }))}
            />
          </Group>
        ) : null
      }
    >
      {circles.length === 0 ? (
        <EmptyState
          title="No circles yet"
          hint={
            <>
              Circles come with the units: <Link to="/UPLOAD">upload the parcel list</Link>.
            </>
          }
        />
      ) : null}
      {circles.length > 0 && shown.length === 0 ? (
        <EmptyState title="No circle has this name" hint="Try a part of the name." />
      ) : null}
      <ul className={classes.list}>
        {shown.map((row) => (
          <CircleRow key={row.circle} {...row} />
        ))}
      </ul>
      {ordered.length > shown.length ? (
        <p className={classes.more}>
          Showing {formatNumber(shown.length)} of {formatNumber(ordered.length)} circles. Search to
          find the others.
        </p>
      ) : null}
    </Panel>
  );
};
