import {
  Anchor,
  Button,
  NativeSelect,
  Paper,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { designations } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../ui/page.tsx';

const notDigits = /\D/g;

/** A static page (section 2): it has fields and a button, and nothing is sent. */
export const CreateUserPage = () => {
  const [phone, setPhone] = useState('');
  return (
    <Page
      title="Create User"
      description={
        <>
          This form is not connected. Accounts of surveyors are made under{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/mobile-users" {...props} />}
          >
            Mobile Users
          </Anchor>
          .
        </>
      }
    >
      <Paper withBorder radius="lg" p="lg" maw={520}>
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <Stack gap="md">
            <TextInput label="User Name" autoComplete="off" />
            <TextInput
              label="Phone No."
              inputMode="numeric"
              autoComplete="off"
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value.replace(notDigits, ''))}
            />
            <PasswordInput label="Password" autoComplete="new-password" />
            <PasswordInput label="Confirm Password" autoComplete="new-password" />
            <NativeSelect label="Designation" data={[...designations]} />
            <Button type="button" style={{ alignSelf: 'flex-start' }}>
              Create User
            </Button>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
};
