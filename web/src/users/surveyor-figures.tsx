import { SimpleGrid, Text } from '@mantine/core';
import {
  type calls,
  checkLabels,
  type ReplyOf,
  type Share,
  writeListFilter,
} from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { SeverityBadge } from '../flags/severity-badge.tsx';
import { known, msg, t } from '../text/text.ts';
import { BarList, BarRow, barName } from '../ui/bar-list.tsx';
import { formatNumber, formatShare } from '../ui/format.ts';
import { listedName, NameList, NameRow } from '../ui/name-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

type Work = ReplyOf<typeof calls.surveyorWork>;

const shareLabels: Record<Share['name'], string> = {
  flagged: msg('With a flag'),
  sent_back: msg('Sent back'),
  not_surveyed: msg('Not surveyed: locked, refused, not found …'),
  round_areas: msg('Land areas that end in 0 or 5'),
};

const percent = (value: number | null): string => (value === null ? '–' : formatShare(value, 1));

const teamText = ({ mean, deviation }: Share): string =>
  mean === null || deviation === null
    ? t('The team is too small to compare')
    : t('team: {mean} ± {deviation}', { mean: percent(mean), deviation: percent(deviation) });

/** Flags of each hundred reports, with one decimal. */
const perHundred = ({ flags, reports }: Work): number => {
  const all = flags.reduce((sum, { flags: count }) => sum + count, 0);
  return reports === 0 ? 0 : Math.round((all / reports) * 1000) / 10;
};

/** A surveyor's counts, shares beside the team's, flags by check, and hours of work. */
export const SurveyorFigures = ({ work }: { work: Work }) => {
  const { username, reports, sent_back, reviewed, median_minutes, hours, flags, shares } = work;
  const busiest = Math.max(1, ...hours);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <StatTile
          label={t('Reports')}
          value={reports}
          hint={t('{count} reviewed', { count: formatNumber(reviewed) })}
        />
        <StatTile label={t('Flags per 100 reports')} value={perHundred(work)} />
        <StatTile label={t('Sent back')} value={sent_back} hint={formatShare(sent_back, reports)} />
        <StatTile
          label={t('Minutes between reports')}
          value={median_minutes ?? 0}
          hint={
            median_minutes === null
              ? t('Too few reports in a day')
              : t('Half of the gaps are shorter')
          }
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Panel title={t('Flags')}>
          {flags.length === 0 ? <Text c="dimmed">{t('No flags')}</Text> : null}
          <NameList>
            {flags.map(({ check, severity, flags: count }) => (
              <NameRow
                key={check}
                name={
                  <Link
                    to="/report"
                    search={{
                      username: writeListFilter([username]),
                      flag: writeListFilter([check]),
                    }}
                    className={listedName}
                  >
                    {known(checkLabels[check])}
                  </Link>
                }
                second={<SeverityBadge severity={severity} />}
                figure={formatNumber(count)}
              />
            ))}
          </NameList>
        </Panel>
        {shares.length > 0 ? (
          <Panel title={t('Beside the team')}>
            <NameList>
              {shares.map((share) => (
                <NameRow
                  key={share.name}
                  name={<span>{t(shareLabels[share.name])}</span>}
                  second={
                    share.is_unusual ? (
                      <StatusBadge tone="amber">{t('unusual: a reason to look')}</StatusBadge>
                    ) : (
                      teamText(share)
                    )
                  }
                  figure={percent(share.value)}
                />
              ))}
            </NameList>
          </Panel>
        ) : null}
        <Panel title={t('Hours of work')}>
          <BarList>
            {hours.flatMap((count, hour) =>
              count === 0
                ? []
                : [
                    <BarRow
                      // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what the row is about
                      key={hour}
                      name={
                        <span className={barName} dir="ltr">
                          {`${String(hour).padStart(2, '0')}:00`}
                        </span>
                      }
                      share={count / busiest}
                      figures={formatNumber(count)}
                      shareText={formatShare(count, reports)}
                    />,
                  ],
            )}
          </BarList>
        </Panel>
      </SimpleGrid>
    </>
  );
};
