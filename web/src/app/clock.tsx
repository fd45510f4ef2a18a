import { limits } from '@survey/contract';
import { useEffect, useState } from 'react';
import { t } from '../text/text.ts';
import { differsFromBrowser, useTimeZone } from '../ui/time-zone.ts';
import { useIsIdle } from '../ui/use-is-idle.ts';
import classes from './clock.module.css';
import { formatClock } from './format-clock.ts';

/** The last part of a zone's name: 'Karachi' of 'Asia/Karachi'. The whole has no room on a phone. */
const cityOf = (zone: string): string => zone.replace(/^.*\//, '').replaceAll('_', ' ');

/** The operation's running date and time, renewed at each full second; its zone is named where it is not the browser's. */
export const Clock = () => {
  const zone = useTimeZone();
  const isIdle = useIsIdle();
  // The first formatter of a page takes as long as its table, and a zone other than UTC needs one.
  const isLater = !isIdle && zone !== undefined && zone !== 'UTC';
  const shownZone = isLater ? undefined : zone;
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      timer = setTimeout(tick, limits.clockRefreshMs - (Date.now() % limits.clockRefreshMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);

  const { date, time } = formatClock(now, shownZone);
  return (
    <time dateTime={now.toISOString()} className={classes.clock} data-later={isLater || undefined}>
      <span className={classes.date}>{date}</span>
      <span className={classes.time}>{time}</span>
      {shownZone !== undefined && differsFromBrowser(shownZone, now) ? (
        <span
          className={classes.zone}
          title={`${t('All times are those of the operation.')} ${shownZone}`}
        >
          {cityOf(shownZone)}
        </span>
      ) : null}
    </time>
  );
};
