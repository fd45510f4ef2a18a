import { RingProgress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FieldList } from '../../ui/field-list.tsx';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { DashboardCounts } from './counts.ts';
import classes from './share-surveyed.module.css';

interface ShareSurveyedProps {
  counts: DashboardCounts | undefined;
  /** Reports that wait to be surveyed again. */
  sentBack: number;
}

/** The share of units that are surveyed, drawn and in figures. */
export const ShareSurveyed = ({ counts, sentBack }: ShareSurveyedProps) => {
  const surveyed = counts?.surveyed ?? 0;
  const total = counts?.total ?? 0;
  const share = formatShare(surveyed, total);
  const percent = total > 0 ? Math.min(100, (surveyed / total) * 100) : 0;

  return (
    <Panel title="Share surveyed">
      <div className={classes.ring}>
        <RingProgress
          size={168}
          thickness={14}
          roundCaps={percent > 0}
          rootColor="var(--app-line)"
          sections={[{ value: percent, color: 'teal.6' }]}
          role="img"
          aria-label={`${share} of all units are surveyed`}
          label={
            <div className={classes.label}>
              <span className={classes.share}>{share}</span>
              <Text span size="sm" c="dimmed">
                surveyed
              </Text>
            </div>
          }
        />
      </div>
      <FieldList
        fields={[
          { label: 'Surveyed', value: formatNumber(surveyed) },
          { label: 'Remaining', value: formatNumber(counts?.remaining ?? 0) },
          {
            label: 'Sent back',
            value:
              sentBack > 0 ? (
                <Link to="/report" search={{ resubmission: '1' }} className={classes.link}>
                  <StatusBadge tone="amber">{formatNumber(sentBack)} waiting</StatusBadge>
                </Link>
              ) : (
                'None'
              ),
          },
        ]}
      />
    </Panel>
  );
};
