import { limits } from '@survey/contract';
import { useEffect, useState } from 'react';
import classes from './clock.module.css';
import { formatClock } from './format-clock.ts';

/** The running date and time, renewed at each full second. */
export const Clock = () => {
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

  const { date, time } = formatClock(now);
  return (
    <time dateTime={now.toISOString()} className={classes.clock}>
      <span className={classes.date}>{date}</span>
      <span className={classes.time}>{time}</span>
    </time>
  );
};
