import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { screenAt } from '@survey/contract';
import { Link, Navigate, useRouterState } from '@tanstack/react-router';
import { t } from '../text/text.ts';

/** Shown for an address without a screen. One that differs in capitals leads to the screen that spec 2 writes so. */
export const NotFoundPage = () => {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const meant = screenAt(pathname);
  // Typed or linked with other capitals.
  if (meant && meant !== pathname) return <Navigate to={meant} search={(given) => given} replace />;
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm" maw={480} ta="center">
        <Title order={1} size="h2">
          {t('There is no such page')}
        </Title>
        <Text c="dimmed">{t('The address may be mistyped.')}</Text>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('Back to the start')}</Button>
      </Stack>
    </Center>
  );
};
