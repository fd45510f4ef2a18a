// Asks for a note on a report, without a change of its state.
import { Button, Group, Stack } from '@mantine/core';
import { calls, type NoteText, type PropertyReport } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { askInDialog } from '../../ui/confirm.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { reportKeys } from '../report.api.ts';
import { NoteEditor, noNote } from './note-editor.tsx';

interface AskPlainNoteProps {
  isToSurveyor: boolean;
  onAnswer: (note: NoteText) => void;
}

const AskPlainNote = ({ isToSurveyor, onAnswer }: AskPlainNoteProps) => {
  const [note, setNote] = useState(noNote);
  const text = note.text.trim();
  return (
    <Stack gap="sm">
      <NoteEditor
        note={note}
        onChange={setNote}
        label={t('Note')}
        description={
          isToSurveyor ? t('The surveyor sees it on the phone.') : t('Only administrators see it.')
        }
      />
      <Group justify="flex-end">
        <Button disabled={text === ''} onClick={() => onAnswer({ ...note, text })}>
          {t('Save note')}
        </Button>
      </Group>
    </Stack>
  );
};

/** A function that asks for a note on a report and saves it. */
export const useAskPlainNote = () => {
  const cache = useQueryClient();
  return async ({ id, pin, resubmission }: PropertyReport): Promise<void> => {
    const note = await askInDialog<NoteText>(t('Note on PIN {pin}', { pin }), (answer) => (
      <AskPlainNote isToSurveyor={resubmission === 1} onAnswer={answer} />
    ));
    if (!note) return;
    try {
      await send(calls.addNote, { params: { id: Number(id) }, body: note });
      toast.success(t('The note was saved.'));
    } catch (error) {
      toast.error(t('The note could not be saved'), reasonText(error));
    }
    await cache.invalidateQueries({ queryKey: reportKeys.details(Number(id)) });
  };
};
