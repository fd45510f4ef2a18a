import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';

interface ErrorStateProps {
  /** What happened, in the words of spec 8 where it has them. */
  title: string;
  /** More of it: the server's message, what was kept. */
  details?: ReactNode;
  /** The request id, by which an operator finds the request in the server's log. */
  reference?: string | undefined;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Says what went wrong and offers Retry. */
export const ErrorState = ({
  title,
  details,
  reference,
  onRetry,
  isRetrying = false,
}: ErrorStateProps) => (
  <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} title={title}>
    <Group justify="space-between" gap="sm">
      {details ? (
        <Text component="div" flex="1 1 16rem">
          {details}
        </Text>
      ) : null}
      {onRetry ? (
        <Button size="xs" variant="default" loading={isRetrying} onClick={onRetry}>
          {t('Retry')}
        </Button>
      ) : null}
    </Group>
    {reference ? (
      <Text size="xs" c="dimmed" mt={4}>
        {t('Reference: {reference}', { reference })}
      </Text>
    ) : null}
  </Alert>
);
