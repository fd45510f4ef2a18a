import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../text/text.ts';

/** Shown for an address without a screen; addresses are case-sensitive (spec 2). */
export const NotFoundPage = () => (
  <Center mih="60vh" p="md">
    <Stack align="center" gap="sm" maw={480} ta="center">
      <Title order={1} size="h2">
        {t('There is no such page')}
      </Title>
      <Text c="dimmed">
        {t('The address may be mistyped. Capital letters count: /UPLOAD, /Pins.')}
      </Text>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('Back to the start')}</Button>
    </Stack>
  </Center>
);
