import { useMemo, useState } from 'react';
import { listState, pinsOfCircle } from '../store/lists.ts';
import { allReports } from '../store/reports.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';
import { go } from '../ui/route.ts';
import { ScreenHead } from '../ui/screen-head.tsx';
import { useStored } from '../ui/use-stored.ts';
import { isOpenWork, latestReports, stateOf } from '../ui/work-state.ts';
import { CircleClosing } from './circle-closing.tsx';
import { PinRows } from './pin-rows.tsx';

interface CircleScreenProps {
  username: string;
  circle: string;
}

const read = async (username: string, circle: string) => ({
  pins: await pinsOfCircle(username, circle),
  reports: await allReports(username),
  refreshedAt: (await listState(username))?.refreshedAt ?? 0,
});

/** The pins of a circle by block and street, what is left first. */
export const CircleScreen = ({ username, circle }: CircleScreenProps) => {
  const [isAll, setAll] = useState(false);
  const stored = useStored(`${username}\n${circle}`, () => read(username, circle));
  const listed = useMemo(() => {
    if (!stored) return [];
    const latest = latestReports(stored.reports);
    return stored.pins.map((pin) => ({ pin, state: stateOf(pin, latest, stored.refreshedAt) }));
  }, [stored]);
  if (!stored) return <main aria-busy="true" />;
  const left = listed.filter(({ state }) => isOpenWork(state));
  const shown = isAll ? listed : left;
  return (
    <main>
      <ScreenHead title={circle} />
      <button
        type="button"
        className="secondary is-wide"
        onClick={() => go({ screen: 'map', circle })}
      >
        <Icon name="map" />
        {t('Map')}
      </button>
      <fieldset className="choice" aria-label={t('Which pins')}>
        <button type="button" aria-pressed={!isAll} onClick={() => setAll(false)}>
          {t('Left ({count})', { count: left.length })}
        </button>
        <button type="button" aria-pressed={isAll} onClick={() => setAll(true)}>
          {t('All ({count})', { count: listed.length })}
        </button>
      </fieldset>
      {shown.length === 0 ? (
        <p className="empty">
          {listed.length === 0
            ? t('This circle has no pins on your list. It may have been given to somebody else.')
            : t('Nothing is left here: all {total} pins are surveyed.', { total: listed.length })}
        </p>
      ) : (
        <PinRows key={String(isAll)} username={username} pins={shown} isGrouped />
      )}
      <CircleClosing username={username} circle={circle} left={left.length} />
    </main>
  );
};
