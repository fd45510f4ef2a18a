import {
  Anchor,
  Button,
  Group,
  NativeSelect,
  Paper,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { designations } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { rich } from '../../text/rich.tsx';
import { known, t } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';

const notDigits = /\D/g;

/** A static page (section 2): it has fields and a button, and nothing is sent. */
export const CreateUserPage = () => {
  const [phone, setPhone] = useState('');
  return (
    <Page
      title={t('Create User')}
      description={rich(
        t(
          'This form is not connected. Accounts of surveyors are made under <link>Mobile Users</link>.',
        ),
        {
          link: (text) => (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/mobile-users" {...props} />}
            >
              {text}
            </Anchor>
          ),
        },
      )}
    >
      <Paper withBorder radius="lg" p="lg" maw={520}>
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <Stack gap="md">
            <TextInput label={t('User Name')} autoComplete="off" />
            <TextInput
              label={t('Phone No.')}
              inputMode="numeric"
              autoComplete="off"
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value.replace(notDigits, ''))}
            />
            <PasswordInput label={t('Password')} autoComplete="new-password" />
            <PasswordInput label={t('Confirm Password')} autoComplete="new-password" />
            <NativeSelect
              label={t('Designation')}
              data={designations.map((value) => ({ value, label: known(value) }))}
            />
            <Group>
              <Button type="button">{t('Create User')}</Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
};
