import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { known, t } from '../text/text.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignIn } from './use-sign-in.ts';

const SecondStep = lazyWithRetry(async () => (await import('./second-step.tsx')).SecondStep);

export const LoginPage = () => {
  const form = useRef<HTMLFormElement>(null);
  const notice = useRouterState({ select: ({ location }) => location.state.notice });
  const { errors, failure, isSubmitting, needsCode, submit, submitCode, goBack } = useSignIn();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const wrong = await submit({
      email: String(given.get('email')),
      password: String(given.get('password')),
    });
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };

  if (needsCode) {
    return (
      <SignInFrame title={t('Login')} subtitle={t('Your account has a second factor.')}>
        <SecondStep
          failure={failure}
          isSubmitting={isSubmitting}
          onSubmit={(code) => void submitCode(code)}
          onBack={goBack}
        />
      </SignInFrame>
    );
  }

  return (
    <SignInFrame title={t('Login')} subtitle={t('Sign in with your administrator account.')}>
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          {notice && !failure ? (
            <Alert color="yellow" variant="light" role="status">
              {known(notice)}
            </Alert>
          ) : null}
          {failure ? (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          ) : null}
          <TextInput
            label={t('Email')}
            name="email"
            type="email"
            autoComplete="username"
            size="md"
            data-autofocus
            autoFocus
            error={errors.email}
          />
          <PasswordInput
            label={t('Password')}
            name="password"
            autoComplete="current-password"
            size="md"
            error={errors.password}
          />
          <Button type="submit" size="md" fullWidth disabled={isSubmitting}>
            {isSubmitting ? t('Logging in...') : t('Login')}
          </Button>
          <Anchor size="sm" renderRoot={(props) => <Link to="/register" {...props} />}>
            {t('Register')}
          </Anchor>
        </Stack>
      </form>
    </SignInFrame>
  );
};
