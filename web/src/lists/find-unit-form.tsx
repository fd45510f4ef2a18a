import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { CircleSelect } from './circle-select.tsx';
import type { UnitKey } from './unit.api.ts';

/** Names a unit of the parcel list, whether or not it is on a list. */
export const FindUnitForm = ({ onFind }: { onFind: (key: UnitKey) => void }) => {
  const [circle, setCircle] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (circle && pin.trim()) onFind({ circle, pin: pin.trim() });
      }}
    >
      <Group gap="sm" align="flex-end">
        <CircleSelect flex="1 1 14rem" value={circle} onChange={setCircle} />
        <TextInput
          flex="1 1 8rem"
          label={t('Pin')}
          autoComplete="off"
          value={pin}
          onChange={({ currentTarget }) => setPin(currentTarget.value)}
        />
        <Button type="submit" disabled={!circle || !pin.trim()}>
          {t('Find')}
        </Button>
      </Group>
    </form>
  );
};
