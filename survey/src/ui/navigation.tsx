import { clockAhead } from '../store/clock.ts';
import { allReports } from '../store/reports.ts';
import { readStorage } from '../store/storage.ts';
import { t } from '../text/text.ts';
import { Icon } from './icon.tsx';
import { go, type Route, useRoute } from './route.ts';
import { useOnline } from './use-online.ts';
import { useStored } from './use-stored.ts';
import { countReports } from './work-state.ts';

/** From this difference of clocks on, the surveyor is told. */
const toldMinutes = 5;

interface NavigationProps {
  username: string;
  onUpdate: (() => void) | undefined;
}

/** A component of its own, so that the browser is not asked with each key that is typed into a report. */
const StorageNotice = () => {
  const storage = useStored('storage', readStorage);
  if (!storage?.isShort || storage.freeMegabytes === undefined) return null;
  return (
    <p className="notice is-warning" role="status">
      {t(
        'Only {megabytes} MB are free for photos. Send what waits, and delete what the phone can do without.',
        { megabytes: storage.freeMegabytes },
      )}
    </p>
  );
};

/** The three places of the page, under the thumb; and what the surveyor should know anywhere. */
export const Navigation = ({ username, onUpdate }: NavigationProps) => {
  const route = useRoute();
  const isOnline = useOnline();
  const reports = useStored(username, () => allReports(username)) ?? [];
  const { waiting, refused } = countReports(reports);
  const wrongBy = Math.round(Math.abs(useStored('clock', clockAhead) ?? 0) / 60_000);
  if (route.screen === 'report') return null;
  const tab = (to: Route, icon: 'work' | 'queue' | 'more', label: string, count = 0) => (
    <button
      type="button"
      aria-current={route.screen === to.screen ? 'page' : undefined}
      onClick={() => go(to)}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {count > 0 ? <span className={refused > 0 ? 'count is-bad' : 'count'}>{count}</span> : null}
    </button>
  );
  return (
    <>
      <div className="notices">
        {onUpdate ? (
          <p className="notice">
            {t('A new version is ready.')}
            <button type="button" className="link" onClick={onUpdate}>
              {t('Load it')}
            </button>
          </p>
        ) : null}
        {wrongBy >= toldMinutes ? (
          <p className="notice" role="status">
            {t(
              'The clock of this phone is {minutes} minutes wrong. Reports get the right time; please set the clock.',
              {
                minutes: wrongBy,
              },
            )}
          </p>
        ) : null}
        <StorageNotice />
        {isOnline ? null : (
          <p className="notice" role="status">
            {t('No network. Go on surveying: reports are kept and sent later.')}
          </p>
        )}
      </div>
      <nav className="tabs" aria-label={t('Places of the page')}>
        {tab({ screen: 'work' }, 'work', t('My work'))}
        {tab({ screen: 'queue' }, 'queue', t('Reports'), waiting + refused)}
        {tab({ screen: 'more' }, 'more', t('More'))}
      </nav>
    </>
  );
};
