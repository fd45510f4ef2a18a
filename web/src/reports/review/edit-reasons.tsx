import { ActionIcon, Alert, Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { type NoteField, type NoteReason, noteFields, noteLimits } from '@survey/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { useSaveReasons } from './review.api.ts';
import { noteFieldLabels } from './review-texts.ts';

interface EditReasonsProps {
  reasons: readonly NoteReason[];
  onEnd: () => void;
}

interface Line extends NoteReason {
  key: number;
}

let lastKey = 0;
const lineOf = (reason: NoteReason): Line => {
  lastKey += 1;
  return { ...reason, key: lastKey };
};

/** The list of ready-made reasons of the operation: words in any language, and the fields that each is about. */
export const EditReasons = ({ reasons, onEnd }: EditReasonsProps) => {
  const [lines, setLines] = useState(() => reasons.map(lineOf));
  const save = useSaveReasons();
  const change = (line: Line) => setLines(lines.map((one) => (one.key === line.key ? line : one)));
  const kept = lines.map(({ text, fields }) => ({ text: text.trim(), fields }));
  const submit = () =>
    save.mutate(
      kept.filter(({ text }) => text !== ''),
      { onSuccess: onEnd },
    );

  return (
    <Stack gap="sm">
      {save.error ? <Alert color="red">{reasonText(save.error)}</Alert> : null}
      {lines.map((line, at) => (
        <Group key={line.key} gap={6} align="flex-start" wrap="nowrap">
          <Stack gap={4} flex={1}>
            <TextInput
              aria-label={t('Reason {number}', { number: at + 1 })}
              dir="auto"
              maxLength={200}
              value={line.text}
              onChange={(event) => change({ ...line, text: event.currentTarget.value })}
            />
            <MultiSelect
              aria-label={t('Fields of reason {number}', { number: at + 1 })}
              size="xs"
              data={noteFields.map((value) => ({ value, label: t(noteFieldLabels[value]) }))}
              value={line.fields}
              onChange={(fields) => change({ ...line, fields: fields as NoteField[] })}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={6}
            aria-label={t('Remove reason {number}', { number: at + 1 })}
            onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={lines.length >= noteLimits.reasons}
          onClick={() => setLines([...lines, lineOf({ text: '', fields: [] })])}
        >
          {t('Add a reason')}
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onEnd}>
            {t('Cancel')}
          </Button>
          <Button loading={save.isPending} onClick={submit}>
            {t('Save the reasons')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
};
