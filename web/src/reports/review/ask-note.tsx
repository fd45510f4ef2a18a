// Asks for the note with which reports are sent back: words, ready-made reasons, or explicitly none.
import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { NoteText } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { askInDialog, type Question } from '../../ui/confirm.tsx';
import { EditReasons } from './edit-reasons.tsx';
import { NoteEditor, noNote } from './note-editor.tsx';
import { useReasons } from './review.api.ts';

interface AskNoteProps {
  question: Question;
  /** null: no note. */
  onAnswer: (note: NoteText | null) => void;
}

const AskNote = ({ question, onAnswer }: AskNoteProps) => {
  const reasons = useReasons();
  const mayEdit = useMay('saveNoteReasons');
  const [note, setNote] = useState(noNote);
  const [isNone, setNone] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const text = note.text.trim();
  if (isEditing && reasons.data) {
    return <EditReasons reasons={reasons.data} onEnd={() => setEditing(false)} />;
  }
  const isAnswered = text !== '' || isNone;
  const answer = () => onAnswer(isNone ? null : { ...note, text });
  return (
    <Stack
      gap="sm"
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey) && isAnswered) answer();
      }}
    >
      <div>
        <Text>{question.message}</Text>
        {question.consequence ? (
          <Text component="div" mt="xs" fw={500}>
            {question.consequence}
          </Text>
        ) : null}
      </div>
      <NoteEditor
        note={note}
        onChange={setNote}
        label={t('Note to the surveyor')}
        description={t('The phone shows it with the pin.')}
        reasons={reasons.data ?? []}
        isDisabled={isNone}
      />
      {reasons.data && mayEdit ? (
        <Anchor component="button" type="button" size="sm" onClick={() => setEditing(true)}>
          {t('Edit the ready-made reasons')}
        </Anchor>
      ) : null}
      <Checkbox
        label={t('Without a note')}
        checked={isNone}
        onChange={(event) => setNone(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!isAnswered} aria-keyshortcuts="Control+Enter" onClick={answer}>
          {question.confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
};

/** Resolves the note, null for none, undefined where nothing shall be sent back. */
export const askNote = (question: Question): Promise<NoteText | null | undefined> =>
  askInDialog<NoteText | null>(question.title, (answer) => (
    <AskNote question={question} onAnswer={answer} />
  ));
