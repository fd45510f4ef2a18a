import {
  Button,
  Grid,
  List,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { designations } from '@survey/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { known, t } from '../text/text.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

const notDigits = /\D/g;

/** Says that the form does nothing, and where accounts are created. */
const WhereAccountsAreMade = () => (
  <Panel title={t('Where accounts are made')}>
    <Stack gap="md" align="flex-start">
      <List spacing={4} fz="sm" c="dimmed">
        <List.Item>{t('This form is not connected: nothing typed here is sent.')}</List.Item>
        <List.Item>
          {t('Accounts of surveyors are made under Mobile Users, with email and CNIC too.')}
        </List.Item>
        <List.Item>{t('There they are also blocked, edited and given a new password.')}</List.Item>
      </List>
      <Button
        variant="default"
        rightSection={<IconArrowRight size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/mobile-users" {...props} />}
      >
        {t('Mobile Users')}
      </Button>
    </Stack>
  </Panel>
);

/** A static page (spec 2): it has fields and a button, and nothing is sent. */
export const CreateUserPage = () => {
  const [phone, setPhone] = useState('');
  return (
    <Page title={t('Create User')}>
      <Grid gap="md" align="flex-start">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Panel title={t('New user')}>
            <form noValidate onSubmit={(event) => event.preventDefault()}>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
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
              </SimpleGrid>
              <Button type="button" mt="lg">
                {t('Create User')}
              </Button>
            </form>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <WhereAccountsAreMade />
        </Grid.Col>
      </Grid>
    </Page>
  );
};
