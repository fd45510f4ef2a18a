import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { type NoteReason, type NoteText, noteFields, noteLimits } from '@survey/contract';
import { t } from '../../text/text.ts';
import classes from './review.module.css';
import { noteFieldLabels } from './review-texts.ts';

interface NoteEditorProps {
  note: NoteText;
  onChange: (note: NoteText) => void;
  label: string;
  description?: string;
  /** Offered above the text; a click adds its words and its fields. */
  reasons?: readonly NoteReason[];
  isDisabled?: boolean;
}

export const noNote: NoteText = { text: '', fields: [] };

/** A note with a reason's words and fields added. */
export const withReason = (note: NoteText, reason: NoteReason): NoteText => ({
  text: [note.text.trim(), reason.text].filter(Boolean).join(' ').slice(0, noteLimits.characters),
  fields: noteFields.filter((field) => [...note.fields, ...reason.fields].includes(field)),
});

/** The words of a note, and the fields that they are about. */
export const NoteEditor = ({
  note,
  onChange,
  label,
  description,
  reasons = [],
  isDisabled = false,
}: NoteEditorProps) => (
  <Stack gap="xs">
    {reasons.length > 0 ? (
      <Group gap={6} role="group" aria-label={t('Ready-made reasons')}>
        {reasons.map((reason) => (
          <Button
            key={reason.text}
            size="compact-sm"
            variant="default"
            className={classes.reason}
            disabled={isDisabled}
            onClick={() => onChange(withReason(note, reason))}
          >
            <span dir="auto">{reason.text}</span>
          </Button>
        ))}
      </Group>
    ) : null}
    <Textarea
      label={label}
      description={description}
      dir="auto"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={noteLimits.characters}
      disabled={isDisabled}
      value={note.text}
      onChange={(event) => onChange({ ...note, text: event.currentTarget.value })}
    />
    <fieldset className={classes.fields} disabled={isDisabled}>
      <legend>{t('It is about')}</legend>
      {noteFields.map((field) => (
        <Checkbox
          key={field}
          size="xs"
          label={t(noteFieldLabels[field])}
          checked={note.fields.includes(field)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              ...note,
              fields: noteFields.filter((one) =>
                one === field ? checked : note.fields.includes(one),
              ),
            })
          }
        />
      ))}
    </fieldset>
  </Stack>
);
