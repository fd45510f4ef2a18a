import { Alert, Anchor } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';

/** On the screens that open without a token (R4): says why they are empty, with a link to sign in. */
export const SignInNote = () => {
  const isSignedIn = useSession() !== undefined;
  const wanted = useRouterState({ select: ({ location }) => location.href });
  return isSignedIn ? null : (
    <Alert color="yellow" variant="light" mb="md">
      {t('You are not signed in, so this screen shows no data.')}{' '}
      <Anchor
        inherit
        fw={600}
        underline="always"
        renderRoot={(props) => <Link to="/" state={{ wanted }} {...props} />}
      >
        {t('Sign in')}
      </Anchor>
    </Alert>
  );
};
