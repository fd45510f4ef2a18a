import { Paper, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newPin, pinRange, type Undoable } from '@survey/contract';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { msg, t } from '../text/text.ts';
import { doneText, fieldLines, fieldTexts } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { outcomeText } from '../ui/outcome.ts';
import { useKeptForm } from '../ui/use-kept-form.ts';
import { validateForm } from '../ui/validate-form.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { confirmPin, confirmRange } from './confirm-pin.ts';
import { useAddPins, useCheckPin } from './pins.api.ts';
import { unitFields } from './unit-fields.ts';
import type { ListedCircle } from './user-circles.api.ts';

const empty = {
  pin: '',
  ratingarea: '',
  Locality: '',
  Block: '',
  Street_Address: '',
  OwnerName: '',
  Road: '',
};

const labels = Object.fromEntries(unitFields.map(({ name, label }) => [name, label]));

const isFalseSuccess = ({ status = 0 }: ApiError): boolean => status >= 200 && status < 300;

const addWords = { refused: msg('Error adding pin'), broke: msg('Error adding pin') };

/** One message for all that were added, with one way back. */
const tellAdded = (
  pins: readonly string[],
  { added, existing }: { added: readonly Undoable[]; existing: readonly string[] },
): void => {
  const [first] = added;
  if (!first) return;
  const told =
    pins.length === 1
      ? doneText(first) || t('Pin {pin} added successfully', { pin: pins[0] ?? '' })
      : t('{count, plural, one {# pin} other {# pins}} added successfully', {
          count: added.length,
        });
  toastWithUndo(
    told,
    { undo_entries: added.flatMap(({ undo_entry }) => undo_entry ?? []) },
    existing.length > 0
      ? t('On the list already: {pins}', { pins: existing.join(t(', ')) })
      : undefined,
    existing.length > 0 ? 'info' : 'success',
  );
};

interface AddPinFormProps {
  listed: ListedCircle;
  onClose: () => void;
}

/** Adds a pin to the list; Block and Road may be left out (spec 5). A refusal keeps what was typed. */
export const AddPinForm = ({ listed, onClose }: AddPinFormProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  // A second click comes before the first one is drawn.
  const isSaving = useRef(false);
  const add = useAddPins();
  const check = useCheckPin();
  const form = useForm({
    initialValues: empty,
    validate: validateForm(newPin.omit({ username: true, circle: true, status: true }), labels),
  });
  useKeptForm(`add pin to ${listed.circle} of ${listed.username}`, form);
  const tellFailure = (error: unknown) => {
    if (error instanceof ApiError && error.errors) {
      const texts = fieldTexts(error);
      form.setErrors(
        Object.fromEntries(
          Object.entries(texts).map(([field, messages]) => [field, messages.join(', ')]),
        ),
      );
      setProblems(fieldLines(texts));
      return;
    }
    // Spec 8 logs a false success; that the person is told as well is R13.
    if (error instanceof ApiError && isFalseSuccess(error)) console.error(addWords.refused, error);
    setProblems([outcomeText(error, addWords)]);
  };
  /** Asks what is to be asked. False where the person does not want the PINs after all. */
  const isWanted = async (typed: string, range: readonly string[] | undefined) => {
    if (range && !(await confirmRange(range))) return false;
    const [pin = typed] = range ?? [];
    const checked = await check({ circle: listed.circle, pin, last: range?.at(-1) });
    return !checked || confirmPin(typed, checked);
  };
  const addAll = async ({ pin: typed, ...fields }: typeof empty) => {
    const range = pinRange(typed);
    if (!(await isWanted(typed, range))) return;
    const pins = range ?? [typed];
    const done = await add.mutateAsync({ ...listed, ...fields, status: 0, pins });
    tellAdded(pins, done);
    if (done.failure !== undefined) tellFailure(done.failure);
    else if (done.added.length === 0)
      setProblems([t('All of these pins are on the list already.')]);
    else onClose();
  };
  const submit = async (values: typeof empty) => {
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    setProblems([]);
    try {
      await addAll(values);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };

  return (
    <Paper withBorder p="md" mb="md" radius="md" component="section" aria-label={t('Add New Pin')}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => setProblems([]),
        )}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          {unitFields.map(({ name, label, isRequired }, index) => (
            <TextInput
              key={name}
              label={t(label)}
              withAsterisk={isRequired}
              autoFocus={index === 0}
              autoComplete="off"
              dir="auto"
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <FormEnd
          mt="sm"
          problems={problems}
          submitLabel={t('Save')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Paper>
  );
};
