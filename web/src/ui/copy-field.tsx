import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { toast } from './toasts.ts';

interface CopyFieldProps {
  label: string;
  description?: string;
  value: string;
}

/** A text that is to be copied elsewhere: an address, a key. Written from left to right in every language. */
export const CopyField = ({ label, description, value }: CopyFieldProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error(t('The browser did not copy it. Select the text and copy it by hand.'));
    }
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        dir="ltr"
        flex={1}
        miw={0}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ActionIcon
        size={36}
        variant="default"
        aria-label={t('Copy {what}', { what: label })}
        onClick={() => void copy()}
      >
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Group>
  );
};
