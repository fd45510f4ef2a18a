import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { reasonText } from '../ui/error-text.ts';

/** Shown where a screen failed to render. A missing chunk (a newer version was installed) needs a reload. */
export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  console.error(error);
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm" maw={480} ta="center" role="alert">
        <Title order={1} size="h2">
          {t('This screen could not be shown')}
        </Title>
        <Text c="dimmed">
          {error instanceof Error && error.message ? reasonText(error) : t('Something went wrong.')}{' '}
          {t('Nothing that was saved is lost.')}
        </Text>
        <Button onClick={() => window.location.reload()}>{t('Reload')}</Button>
        <Button variant="subtle" onClick={() => router.navigate({ to: '/' })}>
          {t('Back to the start')}
        </Button>
      </Stack>
    </Center>
  );
};
