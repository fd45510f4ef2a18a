import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useCan, useCapabilities } from '../api/capabilities.ts';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import { useAccount } from './account.api.ts';
import { AdministratorsPanel } from './administrators-panel.tsx';
import { ApiKeysPanel } from './api-keys-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

const Account = () => {
  const account = useAccount();
  const canSeeEvents = useCan('seenAccountEvents');
  const isSetUp = !useCapabilities().setup;
  const canManage = useCan('administrators') && isSetUp;
  const canGiveKeys = useCan('apiKeys') && isSetUp;
  const canGiveWebhooks = useCan('webhooks') && isSetUp;
  const asksCode = account.data?.second_factor.is_on ?? false;
  const { data } = account;
  if (account.error && !data) {
    return <ErrorState title={t('Failed to load your account')} {...loadFailure(account)} />;
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel title={t('Password')}>
          <PasswordForm />
        </Panel>
        <Panel title={t('Second factor')}>
          {data ? <SecondFactorPanel state={data.second_factor} /> : <LinesSkeleton lines={4} />}
        </Panel>
      </SimpleGrid>
      <SessionsPanel sessions={data?.sessions} />
      {canSeeEvents ? <EventsPanel events={data?.events} /> : null}
      {canGiveKeys ? <ApiKeysPanel asksCode={asksCode} /> : null}
      {canGiveWebhooks ? <WebhooksPanel asksCode={asksCode} /> : null}
      {canManage ? <AdministratorsPanel asksCode={asksCode} /> : null}
    </>
  );
};

/** Password, second factor and open sessions of the signed-in administrator. */
export const AccountPage = () => {
  const canManage = useCan('accountOverview');
  const user = useSession()?.user;
  return (
    <Page
      title={t('Your account')}
      description={[user?.name, user?.email].filter(Boolean).join(' · ')}
    >
      <Stack gap="md">
        {canManage ? (
          <Account />
        ) : (
          <Text c="dimmed">{t('This server keeps no account settings.')}</Text>
        )}
      </Stack>
    </Page>
  );
};
