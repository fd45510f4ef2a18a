import { useDeferredValue, useMemo, useState } from 'react';
import { syncNow } from '../send/sync.ts';
import type { Account } from '../store/accounts.ts';
import { closedCircles } from '../store/closings.ts';
import { listState, pinsOfCircle } from '../store/lists.ts';
import { allReports } from '../store/reports.ts';
import { t } from '../text/text.ts';
import { go } from '../ui/route.ts';
import { useStored } from '../ui/use-stored.ts';
import { countReports, latestReports, matches, stateOf, wordsOf } from '../ui/work-state.ts';
import { PinRows } from './pin-rows.tsx';

const timeOf = (at: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang === 'ur' ? 'ur-PK-u-nu-latn' : 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
  }).format(at);

/** My circles with their progress, what was sent back, and a search over every pin. */
export const WorkScreen = ({ account }: { account: Account }) => {
  const { username, name } = account;
  const [search, setSearch] = useState('');
  const [isRefreshing, setRefreshing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const list = useStored(username, async () => ({ state: await listState(username) }));
  const reports = useStored(`${username} reports`, () => allReports(username));
  const closed = useStored(`${username} closed`, () => closedCircles(username));
  const circles = list?.state?.circles ?? [];
  const words = wordsOf(useDeferredValue(search));
  const sentBackCircles = circles.filter(({ sentBack }) => sentBack > 0);
  // Pins of every circle only for a search: else those of the circles where something was sent back.
  const needed = (words.length > 0 ? circles : sentBackCircles).map(({ circle }) => circle);
  const pins = useStored(`${username}\n${needed.join('\n')}`, async () =>
    (await Promise.all(needed.map((circle) => pinsOfCircle(username, circle)))).flat(),
  );
  const latest = useMemo(() => latestReports(reports ?? []), [reports]);
  const refreshedAt = list?.state?.refreshedAt ?? 0;
  const listed = (pins ?? []).map((pin) => ({ pin, state: stateOf(pin, latest, refreshedAt) }));
  const found =
    words.length > 0
      ? listed.filter(({ pin }) => matches(pin, words))
      : listed.filter(({ state }) => state === 'sent-back');
  const { sentToday } = countReports(reports ?? []);

  const refresh = async () => {
    setRefreshing(true);
    const result = await syncNow(true);
    setRefreshing(false);
    setProblem(
      result === 'offline'
        ? t('The server cannot be reached. The list is as it was.')
        : result === 'refused'
          ? t('The server is busy. Please try again in a minute.')
          : undefined,
    );
  };

  if (!list) return <main aria-busy="true" />;
  return (
    <main>
      <header className="head">
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p className="dim">
            {sentToday > 0
              ? t('{count, plural, one {# report sent today} other {# reports sent today}}', {
                  count: sentToday,
                })
              : t('No report sent today yet')}
          </p>
        </div>
        <button
          type="button"
          className="secondary"
          disabled={isRefreshing}
          onClick={() => void refresh()}
        >
          {isRefreshing ? t('Refreshing …') : t('Refresh')}
        </button>
      </header>
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <input
        type="search"
        aria-label={t('Search PIN, owner or street')}
        placeholder={t('Search PIN, owner or street')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {words.length > 0 ? (
        <section>
          <h2>
            {t('{count, plural, =0 {Nothing found} one {# pin found} other {# pins found}}', {
              count: found.length,
            })}
          </h2>
          <PinRows key={words.join(' ')} username={username} pins={found} isGrouped={false} />
        </section>
      ) : (
        <>
          {found.length > 0 ? (
            <section>
              <h2>{t('Sent back to you')}</h2>
              <PinRows username={username} pins={found} isGrouped={false} />
            </section>
          ) : null}
          <section>
            <h2>{t('My circles')}</h2>
            {circles.length === 0 ? (
              <p className="empty">
                {list.state
                  ? t(
                      'No circle is assigned to you yet. Your office assigns them; then press Refresh.',
                    )
                  : t('Your list is not on this phone yet. It comes with the first network.')}
              </p>
            ) : null}
            <ul className="plain">
              {circles.map(({ circle, pins: total, surveyed }) => (
                <li key={circle}>
                  <button
                    type="button"
                    className="row"
                    onClick={() => go({ screen: 'circle', circle })}
                  >
                    <span className="about">
                      <span>
                        <bdi>{circle}</bdi>
                      </span>
                      <progress max={Math.max(total, 1)} value={surveyed} aria-label={circle} />
                      <small>
                        {closed?.has(circle)
                          ? t('Nothing more here ({left} of {total} left)', {
                              left: total - surveyed,
                              total,
                            })
                          : total === surveyed
                            ? t('All {total} surveyed', { total })
                            : t('{left} of {total} left', { left: total - surveyed, total })}
                      </small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {refreshedAt > 0 ? (
              <p className="dim">{t('List of {time}', { time: timeOf(refreshedAt) })}</p>
            ) : null}
          </section>
        </>
      )}
    </main>
  );
};
