import { Link } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { FieldList } from '../ui/field-list.tsx';
import { formatNumber, formatShare } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ShareRing } from '../ui/share-ring.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { DashboardCounts } from './counts.ts';

interface ShareSurveyedProps {
  /** Undefined while they load, and where they could not be loaded. */
  counts: DashboardCounts | undefined;
  isCounting: boolean;
  /** Reports that wait to be surveyed again. */
  sentBack: number;
  /** Reports whose pin was not on the surveyor's list; undefined where the backend does not count them. */
  notOnList: number | undefined;
  /** Second reports of a PIN; undefined where the backend does not count them. */
  second: number | undefined;
}

/** A figure that leads to its reports; none where the backend has no such figure. */
const reportsField = (label: string, count: number | undefined, search: Record<string, string>) =>
  count === undefined
    ? []
    : [
        {
          label,
          value:
            count > 0 ? (
              <Link to="/report" search={search}>
                <StatusBadge tone="amber">
                  {t('{count, plural, one {# report} other {# reports}}', { count })}
                </StatusBadge>
              </Link>
            ) : (
              t('None')
            ),
        },
      ];

/** The share of units that are surveyed, drawn and in figures. */
export const ShareSurveyed = ({
  counts,
  isCounting,
  sentBack,
  notOnList,
  second,
}: ShareSurveyedProps) => {
  const known = counts?.hasShare ? counts : undefined;
  const share = known ? formatShare(known.surveyed, known.total) : '–';
  const percent =
    known && known.total > 0 ? Math.min(100, (known.surveyed / known.total) * 100) : 0;

  return (
    <Panel title={t('Share surveyed')}>
      <ShareRing
        percent={percent}
        value={share}
        caption={known ? t('surveyed') : isCounting ? t('Loading') : t('not counted')}
        label={
          known
            ? t('{share} of all units are surveyed', { share })
            : isCounting
              ? t('Loading')
              : t('The units could not be counted')
        }
      />
      <FieldList
        fields={[
          { label: t('Surveyed'), value: known ? formatNumber(known.surveyed) : '–' },
          { label: t('Remaining'), value: known ? formatNumber(known.remaining) : '–' },
          {
            label: t('Sent back'),
            value:
              sentBack > 0 ? (
                <Link to="/report" search={{ resubmission: '1' }}>
                  <StatusBadge tone="amber">
                    {t('{count, plural, one {# waiting} other {# waiting}}', { count: sentBack })}
                  </StatusBadge>
                </Link>
              ) : (
                t('None')
              ),
          },
          ...reportsField(t("Not on the surveyor's list"), notOnList, { list: 'off' }),
          ...reportsField(t('Second reports'), second, { second: 'yes' }),
        ]}
      />
    </Panel>
  );
};
