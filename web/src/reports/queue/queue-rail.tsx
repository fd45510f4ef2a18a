import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { severityText } from '../../flags/flag-texts.ts';
import { t } from '../../text/text.ts';
import { stateLabels } from '../review/review-texts.ts';
import classes from './queue.module.css';
import type { QueueEntry } from './use-queue.ts';

interface QueueRailProps {
  entries: readonly QueueEntry[];
  place: number;
  onGoTo: (at: number) => void;
}

const before = 3;
const shown = 12;

const describe = ({ report: { pin }, review, open_by, isDecided, flags }: QueueEntry): string =>
  [
    t('PIN {pin}', { pin }),
    open_by === null ? '' : t('open at {user}', { user: open_by }),
    isDecided ? t(stateLabels[review.state]) : '',
    flags[0]?.outcome === 'open' ? t(severityText[flags[0].severity]) : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The reports around the shown one: decided, open at a colleague, still to come. */
export const QueueRail = memo(({ entries, place, onGoTo }: QueueRailProps) => {
  const from = Math.max(0, place - before);
  return (
    <ol className={classes.rail} aria-label={t('Reports of the queue')}>
      {entries.slice(from, from + shown).map((entry, offset) => {
        const { report, open_by, isDecided, flags } = entry;
        const worst = flags.find(({ outcome }) => outcome === 'open')?.severity;
        return (
          <li key={report.id}>
            <UnstyledButton
              className={classes.step}
              data-severity={worst}
              data-dense
              aria-current={from + offset === place || undefined}
              aria-label={describe(entry)}
              title={describe(entry)}
              onClick={() => onGoTo(from + offset)}
            >
              {isDecided ? <IconCheck size={12} aria-hidden /> : null}
              {open_by === null ? null : <IconLock size={12} aria-hidden />}
              <bdi>{report.pin}</bdi>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
});
