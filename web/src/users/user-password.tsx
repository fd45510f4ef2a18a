import { Box, Button, Group, PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { madePassword } from '../ui/made-password.ts';
import { PasswordMeter } from '../ui/password-meter.tsx';

interface UserPasswordProps extends ComponentProps<typeof PasswordInput> {
  value: string;
  /** Names and addresses of the user, which others try first. */
  personal: readonly string[];
  onMade: (password: string) => void;
}

/** A password for a user: made on request and shown to be handed over, or typed, with how easily it is guessed. */
export const UserPassword = ({ value, personal, onMade, ...input }: UserPasswordProps) => {
  const [isVisible, setVisible] = useState(false);
  return (
    <div>
      <PasswordInput {...input} value={value} visible={isVisible} onVisibilityChange={setVisible} />
      <Group justify="space-between" gap="xs" mt={4} wrap="nowrap" align="flex-start">
        <Box flex={1}>
          <PasswordMeter password={value} personal={personal} />
        </Box>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            onMade(madePassword());
            setVisible(true);
          }}
        >
          {t('Make a password')}
        </Button>
      </Group>
    </div>
  );
};
