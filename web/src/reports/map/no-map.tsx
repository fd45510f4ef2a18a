import { Alert, Stack } from '@mantine/core';
import type { MapCircle } from '@survey/contract';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '../../maps/map.module.css';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { type Filters, writeFilters } from '../filters/report-search.ts';

interface NoMapProps {
  circles: readonly MapCircle[];
  filters: Filters;
}

/** Shown where the browser cannot draw maps: a list of the circles with their reports. */
export const NoMap = ({ circles, filters }: NoMapProps) => (
  <Stack p="md" className={classes.noMap ?? ''}>
    <Alert
      color="blue"
      variant="light"
      icon={<IconMapOff size={20} />}
      title={t('This browser cannot draw the map')}
    >
      {t('It needs WebGL, which is switched off or missing. The circles lead to their reports.')}
    </Alert>
    <ul className={classes.list} aria-label={t('Circles')}>
      {circles.map(({ circle, reports }) => (
        <li key={circle}>
          <Link to="/report" search={{ ...writeFilters({ ...filters, circle: [circle] }) }}>
            <span dir="auto">{circle}</span>
          </Link>{' '}
          {t('({count} reports)', { count: formatNumber(reports) })}
        </li>
      ))}
    </ul>
  </Stack>
);
