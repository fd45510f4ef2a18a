import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ThreadEntry } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { NoteEditor, noNote } from './note-editor.tsx';
import { useAddNote } from './review.api.ts';
import classes from './review.module.css';
import { entryLabels, noteFieldLabels } from './review-texts.ts';

const Entry = ({ entry }: { entry: ThreadEntry }) => (
  <li className={classes.entry} data-kind={entry.kind}>
    <div className={classes.head}>
      <strong>{t(entryLabels[entry.kind])}</strong>
      <span dir="auto">{entry.by}</span>
      <bdi className={classes.seen}>{entry.at}</bdi>
      {entry.to_surveyor && entry.kind !== 'answer' ? (
        <span className={classes.seen}>{t('seen by the surveyor')}</span>
      ) : null}
    </div>
    {entry.fields.length > 0 ? (
      <div className={classes.about}>
        {entry.fields.map((field) => t(noteFieldLabels[field])).join(' · ')}
      </div>
    ) : null}
    <p dir="auto">{entry.text}</p>
  </li>
);

interface ThreadProps {
  id: number;
  entries: readonly ThreadEntry[];
  /** While the report waits for the surveyor, a note goes to the phone. */
  isToSurveyor: boolean;
}

/** Notes and answers on the pin, oldest first, and a form for one more. */
export const Thread = ({ id, entries, isToSurveyor }: ThreadProps) => {
  const [note, setNote] = useState(noNote);
  const [isOpen, setOpen] = useState(false);
  const add = useAddNote(id);
  const may = useMay('addNote');
  const text = note.text.trim();
  const submit = () =>
    add.mutate(
      { ...note, text },
      {
        onSuccess: () => {
          setNote(noNote);
          setOpen(false);
        },
        onError: (error) => toast.error(t('The note could not be saved'), reasonText(error)),
      },
    );
  return (
    <section aria-label={t('Notes')}>
      <Title order={2} size="h5" mb={8}>
        {t('Notes')}
      </Title>
      {entries.length > 0 ? (
        <ol className={classes.thread}>
          {entries.map((entry) => (
            <Entry
              key={`${entry.kind} ${entry.report_id} ${entry.at} ${entry.text}`}
              entry={entry}
            />
          ))}
        </ol>
      ) : (
        <Text c="dimmed" size="sm" mb="xs">
          {t('Nothing has been written about this PIN.')}
        </Text>
      )}
      {isOpen ? (
        <Stack gap="xs">
          <NoteEditor
            note={note}
            onChange={setNote}
            label={t('Note')}
            description={
              isToSurveyor
                ? t('The surveyor sees it on the phone.')
                : t('Only administrators see it.')
            }
          />
          <Group gap="xs">
            <Button size="xs" disabled={text === ''} loading={add.isPending} onClick={submit}>
              {t('Save note')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen(false)}>
              {t('Cancel')}
            </Button>
          </Group>
        </Stack>
      ) : null}
      {may && !isOpen ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('Write a note')}
        </Button>
      ) : null}
    </section>
  );
};
