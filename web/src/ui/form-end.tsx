import { Alert, Button, Group, Stack, type StackProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';

interface FormEndProps extends Pick<StackProps, 'mt'> {
  /** The messages of a refusal, a line each; the fields keep their values. */
  problems?: readonly string[];
  submitLabel: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** True where what follows is hard to undo. */
  isHarmful?: boolean;
  /** What stands at the other end of the line. */
  start?: ReactNode;
  /** Only where the fields are in no form, so that Enter in one of them does nothing. */
  onSubmit?: () => void;
  onCancel: () => void;
}

/** Messages and buttons at the end of a form. */
export const FormEnd = ({
  problems = [],
  submitLabel,
  isBusy = false,
  isDisabled = false,
  isHarmful = false,
  start,
  onSubmit,
  onCancel,
  ...margin
}: FormEndProps) => (
  <Stack gap="sm" {...margin}>
    {problems.length > 0 ? (
      <Alert color="red" variant="light" role="alert">
        {problems.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Alert>
    ) : null}
    <Group justify={start ? 'space-between' : 'flex-end'} gap="xs">
      {start}
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button
          {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' })}
          loading={isBusy}
          disabled={isDisabled}
          {...(isHarmful && { color: 'red.8' })}
        >
          {submitLabel}
        </Button>
      </Group>
    </Group>
  </Stack>
);
