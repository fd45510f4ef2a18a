import {
  Button,
  Grid,
  List,
  MaskInput,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { designations } from '@survey/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { known, t } from '../text/text.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

/** Digits alone, at most as many as a phone number has (ITU-T E.164). */
const digits = '9'.repeat(15);

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
export const CreateUserPage = () => (
  <Page title={t('Create User')}>
    <Grid gap="md" align="flex-start">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Panel title={t('New user')}>
          <form noValidate onSubmit={(event) => event.preventDefault()}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
              <TextInput label={t('User Name')} autoComplete="off" />
              <MaskInput
                label={t('Phone No.')}
                mask={digits}
                slotChar=""
                inputMode="numeric"
                autoComplete="off"
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
