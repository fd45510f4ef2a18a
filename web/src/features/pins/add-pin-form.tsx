import { Alert, Button, Group, Paper, SimpleGrid, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { newPin } from '@survey/contract';
import { useState } from 'react';
import { ApiError, fieldLines } from '../../api/api-error.ts';
import { outcomeText } from '../../api/outcome.ts';
import { toast } from '../../ui/toasts.ts';
import { type ListedCircle, useAddPin } from './pins.api.ts';

const empty = {
  pin: '',
  ratingarea: '',
  Locality: '',
  Block: '',
  Street_Address: '',
  OwnerName: '',
  Road: '',
};

const fields = [
  { name: 'pin', label: 'Pin', isRequired: true },
  { name: 'ratingarea', label: 'Rating Area', isRequired: true },
  { name: 'Locality', label: 'Locality', isRequired: true },
  { name: 'Block', label: 'Block', isRequired: false },
  { name: 'Street_Address', label: 'Street Address', isRequired: true },
  { name: 'OwnerName', label: 'Owner Name', isRequired: true },
  { name: 'Road', label: 'Road', isRequired: false },
] as const;

const addWords = { refused: 'Error adding pin', broke: 'Error adding pin' };

interface AddPinFormProps {
  listed: ListedCircle;
  onClose: () => void;
}

/** Adds a pin to the list; Block and Road may be left out (section 5). A refusal keeps what was typed. */
export const AddPinForm = ({ listed, onClose }: AddPinFormProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const add = useAddPin();
  const form = useForm({
    initialValues: empty,
    validate: schemaResolver(newPin.omit({ username: true, circle: true, status: true }), {
      sync: true,
    }),
  });
  const submit = async (values: typeof empty) => {
    if (add.isPending) return;
    setProblems([]);
    try {
      const { username, circle } = listed;
      const { message } = await add.mutateAsync({ username, circle, ...values, status: 0 });
      toast.success(message || `Pin ${values.pin} added successfully`);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.errors) {
        form.setErrors(
          Object.fromEntries(
            Object.entries(error.errors).map(([field, messages]) => [field, messages.join(', ')]),
          ),
        );
        setProblems(fieldLines(error.errors));
      } else {
        setProblems([outcomeText(error, addWords)]);
      }
    }
  };

  return (
    <Paper withBorder p="md" mb="md" radius="md" component="section" aria-label="Add New Pin">
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          {fields.map(({ name, label, isRequired }, index) => (
            <TextInput
              key={name}
              label={label}
              withAsterisk={isRequired}
              autoFocus={index === 0}
              autoComplete="off"
              dir="auto"
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        {problems.length > 0 ? (
          <Alert color="red" variant="light" mt="sm" role="alert">
            {problems.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Alert>
        ) : null}
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Paper>
  );
};
