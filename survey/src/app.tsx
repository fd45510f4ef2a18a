import { useEffect, useState } from 'react';
import { finishPhotos } from './photo/take-photo.ts';
import { CircleScreen } from './screens/circle-screen.tsx';
import { MapScreen } from './screens/map-screen.tsx';
import { MoreScreen } from './screens/more-screen.tsx';
import { QueueScreen } from './screens/queue-screen.tsx';
import { ReportScreen } from './screens/report-screen.tsx';
import { SignInScreen } from './screens/sign-in-screen.tsx';
import { WorkScreen } from './screens/work-screen.tsx';
import { startSync } from './send/sync.ts';
import { type Account, currentAccount } from './store/accounts.ts';
import { allReports, forgetOldReports } from './store/reports.ts';
import { useLanguage } from './text/languages.ts';
import { t } from './text/text.ts';
import { Navigation } from './ui/navigation.tsx';
import { go, useRoute } from './ui/route.ts';
import { useFailedWrite } from './ui/use-failed-write.ts';
import { useNewVersion } from './ui/use-new-version.ts';
import { useOfferedCode } from './ui/use-offered-code.ts';
import { useStored } from './ui/use-stored.ts';

/** After a crash or a dead battery: back to the form that was open. */
const reopen = async (username: string): Promise<void> => {
  const open = (await allReports(username)).find(
    ({ isOpen, state }) => isOpen && state === 'draft',
  );
  if (open && location.pathname === '/survey/') go({ screen: 'report', id: open.id });
};

const Screen = ({ account }: { account: Account }) => {
  const route = useRoute();
  const { username } = account;
  switch (route.screen) {
    case 'circle':
      return <CircleScreen key={route.circle} username={username} circle={route.circle} />;
    case 'map':
      return <MapScreen key={route.circle} username={username} circle={route.circle} />;
    case 'report':
      return <ReportScreen key={route.id} username={username} id={route.id} />;
    case 'queue':
      return <QueueScreen username={username} />;
    case 'more':
      return <MoreScreen account={account} />;
    default:
      return <WorkScreen account={account} />;
  }
};

const SignedIn = ({ account }: { account: Account }) => {
  const { username } = account;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let end = () => {};
    const start = async () => {
      await reopen(username);
      setReady(true);
      await finishPhotos(username);
      await forgetOldReports(username);
    };
    start()
      .catch(console.error)
      .finally(() => {
        end = startSync();
      });
    void navigator.storage?.persist?.().catch(() => false);
    return () => end();
  }, [username]);
  const update = useNewVersion();
  const isUnkept = useFailedWrite();
  if (!isReady) return null;
  return (
    <>
      {isUnkept ? (
        <p className="problem on-top" role="alert">
          {t(
            'The phone has no space left: what you did last is not kept. Leave this page open, delete pictures or films from the phone, and do it again.',
          )}
        </p>
      ) : null}
      {account.isExpired ? <SignInScreen again={account} /> : null}
      <Screen account={account} />
      <Navigation username={username} onUpdate={update} />
    </>
  );
};

/** Sign-in, or the screens of the surveyor who uses the phone. */
export const App = () => {
  const language = useLanguage();
  const { code, forget } = useOfferedCode();
  const state = useStored('account', async () => ({ account: await currentAccount() }));
  if (!state) return null;
  const { account } = state;
  if (code) {
    return (
      <SignInScreen
        key={language.code}
        code={code}
        onSignedIn={forget}
        onLeave={account && forget}
      />
    );
  }
  return account ? (
    <SignedIn key={`${account.username} ${language.code}`} account={account} />
  ) : (
    <SignInScreen key={language.code} />
  );
};
