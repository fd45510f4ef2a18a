import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** A screen without behaviour (spec 2, R7): administrators are added on the server. */
export const RegisterPage = () => (
  <SignInFrame
    title={t('Register')}
    subtitle={t('Accounts are given out by an administrator. Ask yours for one.')}
  >
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="md">
        <TextInput label={t('Email')} name="email" type="email" autoComplete="username" size="md" />
        <PasswordInput
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          size="md"
        />
        <Button type="button" size="md" fullWidth>
          {t('Register')}
        </Button>
        <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          {t('Back to login')}
        </Anchor>
      </Stack>
    </form>
  </SignInFrame>
);
