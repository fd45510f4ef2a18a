import type { PropertyReport } from '@survey/contract';
import { IconListSearch } from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './report-badge.module.css';

/** Amber where the report was sent back and its pin waits to be surveyed again, else green. */
export const ReportBadge = ({ resubmission }: Pick<PropertyReport, 'resubmission'>) =>
  resubmission === 1 ? (
    <StatusBadge tone="amber">{t('sent back')}</StatusBadge>
  ) : (
    <StatusBadge tone="green">{t('surveyed')}</StatusBadge>
  );

interface State extends Pick<PropertyReport, 'resubmission'> {
  is_current: boolean;
  set_aside?: { by: string; at: string } | null | undefined;
}

/** The state of a report in the history of its pin. */
export const HistoryBadge = ({ resubmission, is_current, set_aside }: State) => {
  if (is_current) return <ReportBadge resubmission={resubmission} />;
  return <StatusBadge tone="grey">{set_aside ? t('set aside') : t('replaced')}</StatusBadge>;
};

/** The mark beside a PIN that was not on the surveyor's list when the report arrived; the details explain it. */
export const OffListMark = () => (
  <span
    role="img"
    className={classes.mark}
    title={t("Not on the surveyor's list")}
    aria-label={t("Not on the surveyor's list")}
  >
    <IconListSearch size={14} stroke={2} />
  </span>
);
