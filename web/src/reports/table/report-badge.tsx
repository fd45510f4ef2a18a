import {
  checkLabels,
  type ListedFlag,
  type PropertyReport,
  type ReviewState,
} from '@survey/contract';
import { IconChecks, IconCopy, IconFlag, IconListSearch, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { known, t } from '../../text/text.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { stateLabels, stateTones } from '../review/review-texts.ts';
import classes from './report-badge.module.css';

type Shown = Pick<PropertyReport, 'resubmission'> & { review?: ReviewState | undefined };

/** Amber where the report was sent back and its pin waits; else what reviewers made of it, green where nothing (R18). */
export const ReportBadge = ({ resubmission, review }: Shown) => {
  if (resubmission === 1) return <StatusBadge tone="amber">{t('sent back')}</StatusBadge>;
  if (review !== undefined && review !== 'new') {
    return <StatusBadge tone={stateTones[review]}>{t(stateLabels[review])}</StatusBadge>;
  }
  return (
    <StatusBadge tone="green">
      {resubmission === 0 ? t('surveyed again') : t('first report')}
    </StatusBadge>
  );
};

interface State extends Pick<PropertyReport, 'resubmission'> {
  is_current: boolean;
  set_aside?: { by: string; at: string } | null | undefined;
}

/** The state of a report in the history of its pin. */
export const HistoryBadge = ({ resubmission, is_current, set_aside }: State) => {
  if (is_current) return <ReportBadge resubmission={resubmission} />;
  return <StatusBadge tone="grey">{set_aside ? t('set aside') : t('replaced')}</StatusBadge>;
};

interface MarkProps {
  label: string;
  /** Green instead of amber: nothing waits. */
  isDone?: boolean;
  children: ReactNode;
}

/** A sign beside a PIN; the details explain it. */
const Mark = ({ label, isDone, children }: MarkProps) => (
  <span
    role="img"
    className={classes.mark}
    data-done={isDone || undefined}
    title={label}
    aria-label={label}
  >
    {children}
  </span>
);

/** Whether the report was sent back, or answers a report that was. The column itself is far to the side. */
export const ResubmissionMark = ({ resubmission }: Pick<PropertyReport, 'resubmission'>) =>
  resubmission === 1 ? (
    <Mark label={t('Sent back, waits to be surveyed again')}>
      <IconRefresh size={14} stroke={2} />
    </Mark>
  ) : (
    <Mark label={t('Surveyed again')} isDone>
      <IconChecks size={14} stroke={2} />
    </Mark>
  );

/** The pin was not on the surveyor's list when the report arrived. */
export const OffListMark = () => (
  <Mark label={t("Not on the surveyor's list")}>
    <IconListSearch size={14} stroke={2} />
  </Mark>
);

/** The PIN had a current report from somebody else when the report arrived. */
export const SecondMark = () => (
  <Mark label={t('Second report')}>
    <IconCopy size={14} stroke={2} />
  </Mark>
);

/** Open flags: the colour is that of the worst, the tooltip names them. */
export const FlagMark = ({ flags }: { flags: readonly ListedFlag[] }) => (
  <span
    role="img"
    className={classes.mark}
    data-severity={flags[0]?.severity}
    title={flags.map(({ check }) => known(checkLabels[check])).join(' · ')}
    aria-label={t('Flags: {flags}', {
      flags: flags.map(({ check }) => known(checkLabels[check])).join(', '),
    })}
  >
    <IconFlag size={14} stroke={2} />
  </span>
);
