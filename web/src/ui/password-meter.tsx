import { Progress, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { t } from '../text/text.ts';
import type { Strength } from './password-strength.ts';

interface PasswordMeterProps {
  password: string;
  personal: readonly (string | undefined)[];
}

const colors = ['red', 'red', 'red', 'yellow', 'green'] as const;
const labels = () => [
  t('Guessed at once'),
  t('Guessed at once'),
  t('Easy to guess'),
  t('Hard to guess'),
  t('Very hard to guess'),
];

/** Strength of the password; undefined until it is computed. */
const useStrength = (password: string, personal: PasswordMeterProps['personal']) => {
  const [strength, setStrength] = useState<Strength>();
  const [settled] = useDebouncedValue(password, 150);
  const known = personal.filter((word) => word !== undefined).join('\n');
  useEffect(() => {
    let isCurrent = true;
    const judge = async () => {
      // The dictionaries are large: they are fetched when typing begins.
      const { strengthOf } = await import('./password-strength.ts');
      if (isCurrent) setStrength(await strengthOf(settled, known.split('\n')));
    };
    if (settled === '') setStrength(undefined);
    else judge().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [settled, known]);
  return settled === '' ? undefined : strength;
};

/** The strength of the new password; the server decides. */
export const PasswordMeter = ({ password, personal }: PasswordMeterProps) => {
  const strength = useStrength(password, personal);
  const score = strength?.score ?? 0;
  return (
    <div aria-live="polite">
      <Progress
        value={strength ? Math.max(8, score * 25) : 0}
        color={colors[score] ?? 'red'}
        size="sm"
        aria-hidden
      />
      <Text size="sm" c="dimmed" mt={4} mih="1.4em">
        {strength ? labels()[score] : ''}
      </Text>
    </div>
  );
};
