import type { calls, ReplyOf } from '@survey/contract';
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
  /** Reports whose photo has not arrived yet; undefined where the backend does not count them. */
  photosAwaited: number | undefined;
  /** Undefined where the backend has no states of review. */
  review: Review | undefined;
}

type Review = ReplyOf<typeof calls.dashboardOverview>['review'];

/** How much was looked at, what is in question, and since when the oldest new report waits. */
const reviewFields = ({ states, oldest_new }: NonNullable<Review>) => {
  const all = Object.values(states).reduce((sum, n) => sum + n, 0);
  const unseen = states.new + states.accepted_unseen;
  return [
    {
      label: t('Reviewed'),
      value: (
        <Link to="/report" search={{ review: 'new,accepted_unseen' }}>
          {t('{reviewed} of {total}', {
            reviewed: formatNumber(all - unseen),
            total: formatNumber(all),
          })}
        </Link>
      ),
    },
    ...reportsField(t('In question'), states.in_question, { review: 'in_question' }),
    {
      label: t('Waits longest for a review'),
      value: oldest_new ? (
        <Link to="/report" search={{ review: 'new', report: String(oldest_new.id) }}>
          {t('since {time}', { time: oldest_new.capture_time })}
        </Link>
      ) : (
        t('None')
      ),
    },
  ];
};

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
  photosAwaited,
  review,
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
          // Only phones with Collect send a photo later: where none is awaited the line would puzzle.
          ...reportsField(t('Photos on their way'), photosAwaited || undefined, {
            photo: 'awaited',
          }),
          ...(review ? reviewFields(review) : []),
        ]}
      />
    </Panel>
  );
};
