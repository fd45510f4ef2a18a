import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SignInFrame } from './sign-in-frame.tsx';

/** A screen without behaviour (section 2, decision 7): administrators are added on the server. */
export const RegisterPage = () => (
  <SignInFrame
    title="Register"
    subtitle="Accounts are given out by an administrator. Ask yours for one."
  >
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="md">
        <TextInput label="Email" name="email" type="email" autoComplete="username" size="md" />
        <PasswordInput label="Password" name="password" autoComplete="new-password" size="md" />
        <Button type="button" size="md" fullWidth>
          Register
        </Button>
        <Anchor size="sm" renderRoot={(props) => <Link to="/" {...props} />}>
          Back to login
        </Anchor>
      </Stack>
    </form>
  </SignInFrame>
);
