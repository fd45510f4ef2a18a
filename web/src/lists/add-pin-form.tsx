import { Paper, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newPin, pinRange } from '@survey/contract';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { msg, t } from '../text/text.ts';
import { doneText, fieldLines, fieldTexts } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { outcomeText } from '../ui/outcome.ts';
import { validateForm } from '../ui/validate-form.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { confirmPin, confirmRange } from './confirm-pin.ts';
import { useAddPin, useCheckPin } from './pins.api.ts';
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

interface AddPinFormProps {
  listed: ListedCircle;
  onClose: () => void;
}

/** Adds a pin to the list; Block and Road may be left out (spec 5). A refusal keeps what was typed. */
export const AddPinForm = ({ listed, onClose }: AddPinFormProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const add = useAddPin();
  const check = useCheckPin();
  const form = useForm({
    initialValues: empty,
    validate: validateForm(newPin.omit({ username: true, circle: true, status: true }), labels),
  });
  /** False where the person does not want the PIN after all. */
  const addOne = async (values: typeof empty): Promise<boolean> => {
    const { username, circle } = listed;
    const checked = await check({ circle, pin: values.pin });
    if (checked && !(await confirmPin(values.pin, checked))) return false;
    const done = await add.mutateAsync({ username, circle, ...values, status: 0 });
    const told = doneText(done) || t('Pin {pin} added successfully', { pin: values.pin });
    toastWithUndo(told, done);
    return true;
  };
  const submit = async (values: typeof empty) => {
    if (add.isPending) return;
    setProblems([]);
    try {
      const range = pinRange(values.pin);
      if (range && !(await confirmRange(range))) return;
      for (const pin of range ?? [values.pin]) {
        if (!(await addOne({ ...values, pin }))) return;
      }
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.errors) {
        const texts = fieldTexts(error);
        form.setErrors(
          Object.fromEntries(
            Object.entries(texts).map(([field, messages]) => [field, messages.join(', ')]),
          ),
        );
        setProblems(fieldLines(texts));
      } else {
        // Spec 8 logs a false success; that the person is told as well is R13.
        if (error instanceof ApiError && isFalseSuccess(error))
          console.error(addWords.refused, error);
        setProblems([outcomeText(error, addWords)]);
      }
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
          isBusy={add.isPending}
          onCancel={onClose}
        />
      </form>
    </Paper>
  );
};
