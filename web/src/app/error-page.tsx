import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';

/** Shown where a screen broke. A bundle that is gone (a newer version was installed) needs a reload. */
export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const router = useRouter();
  console.error(error);
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm" maw={480} ta="center" role="alert">
        <Title order={1} size="h2">
          This screen could not be shown
        </Title>
        <Text c="dimmed">
          {error instanceof Error && error.message ? error.message : 'Something went wrong.'}{' '}
          Nothing that was saved is lost.
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Button variant="subtle" onClick={() => router.navigate({ to: '/' })}>
          Back to the start
        </Button>
      </Stack>
    </Center>
  );
};
