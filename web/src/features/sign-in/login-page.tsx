import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignIn } from './use-sign-in.ts';

export const LoginPage = () => {
  const form = useRef<HTMLFormElement>(null);
  const notice = useRouterState({ select: ({ location }) => location.state.notice });
  const { errors, failure, isSubmitting, submit } = useSignIn();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const wrong = await submit({
      email: String(given.get('email')),
      password: String(given.get('password')),
    });
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };

  return (
    <SignInFrame title="Login" subtitle="Sign in with your administrator account.">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          {notice && !failure ? (
            <Alert color="yellow" variant="light" role="status">
              {notice}
            </Alert>
          ) : null}
          {failure ? (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          ) : null}
          <TextInput
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            size="md"
            data-autofocus
            autoFocus
            error={errors.email}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            size="md"
            error={errors.password}
          />
          <Button type="submit" size="md" fullWidth disabled={isSubmitting}>
            {isSubmitting ? 'Logging in...' : 'Login'}
          </Button>
          <Anchor size="sm" renderRoot={(props) => <Link to="/register" {...props} />}>
            Register
          </Anchor>
        </Stack>
      </form>
    </SignInFrame>
  );
};
