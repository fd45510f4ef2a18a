import { Alert, Anchor, Stack, Text } from '@mantine/core';
import type { Notice } from '@survey/contract';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useCapabilities } from '../api/capabilities.ts';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { isScreenRefused } from './navigation.ts';

const AccountLink = () => (
  <Anchor
    inherit
    fw={600}
    underline="always"
    renderRoot={(props) => <Link to="/account" {...props} />}
  >
    {t('Your account')}
  </Anchor>
);

const textOf = (notice: string) => {
  const texts: Record<Notice, string> = {
    'account-events': t('Something happened to the sign-in of your account.'),
    'forwarded-addresses': t(
      'Requests come through a proxy that the server’s settings do not name: one wrong password may count for everybody. Ask your operator to set TRUST_PROXY.',
    ),
  };
  return Object.hasOwn(texts, notice) ? texts[notice as Notice] : undefined;
};

/** Most circles that are named; beyond it their number is shown. */
const mostNamed = 5;

/** Why something is not offered: the limits of the own account (ADR 98), above each screen. */
const Limits = () => {
  const { limits } = useCapabilities();
  if (!limits) return null;
  const { circles, read_only } = limits;
  const more = (circles?.length ?? 0) - mostNamed;
  const named = circles?.slice(0, mostNamed).join(t(', ')) ?? '';
  return (
    <Text size="sm" c="dimmed" mb="sm" role="note" aria-label={t('Limits of your account')}>
      {circles
        ? t('You see these circles only: {circles}.', {
            circles: more > 0 ? t('{circles} and {more} more', { circles: named, more }) : named,
          })
        : null}{' '}
      {read_only ? t('You may read and change nothing.') : null}{' '}
      {t('What is beyond these limits is not offered; ask an administrator without limits.')}
    </Text>
  );
};

/** What an administrator should know of, above the screen. */
export const Notices = () => {
  const { notices = [] } = useCapabilities();
  const shown = notices.filter(textOf);
  return (
    <>
      <Limits />
      {shown.length === 0 ? null : (
        <Stack gap="xs" mb="md">
          {shown.map((notice) => (
            <Alert key={notice} color="yellow" variant="light">
              {textOf(notice)} {notice === 'account-events' ? <AccountLink /> : null}
            </Alert>
          ))}
        </Stack>
      )}
    </>
  );
};

/** The screen of the address; before that, what the server asks for first, which the Account screen does. */
export const Screen = () => {
  const { setup, limits } = useCapabilities();
  const isSignedIn = useSession() !== undefined;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isAccount = path === '/account';
  if (isSignedIn && isScreenRefused(path, limits?.refused)) {
    return (
      <Alert color="gray" variant="light">
        {t('This screen is beyond the limits of your account.')}
      </Alert>
    );
  }
  if (!setup || !isSignedIn) return <Outlet />;
  return (
    <>
      <Alert color="yellow" variant="light" mb="md">
        {setup === 'password'
          ? t('Your password was made for you. Change it before you go on.')
          : t(
              'This server asks administrators for a second factor. Switch it on before you go on.',
            )}{' '}
        {isAccount ? null : <AccountLink />}
      </Alert>
      {isAccount ? <Outlet /> : null}
    </>
  );
};
