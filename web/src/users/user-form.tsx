import { Alert, Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { cnicPlaceholder, designations } from '@survey/contract';
import { known, t } from '../text/text.ts';
import { maskCnic } from './cnic.ts';

/** The values of the create form; the edit form uses some of them. */
export interface UserValues {
  username: string;
  name: string;
  email: string;
  phonenumber: string;
  designation: (typeof designations)[number];
  password: string;
  cnic: string;
}

interface UserFieldsProps {
  form: UseFormReturnType<UserValues>;
  /** Editing: username, password and CNIC stay as they are. */
  isEditing?: boolean;
}

/** The fields of a mobile user (spec 5). */
export const UserFields = ({ form, isEditing = false }: UserFieldsProps) => (
  <Stack gap="sm">
    {isEditing ? null : (
      <TextInput
        label={t('Username')}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('username')}
      />
    )}
    <TextInput
      label={t('Full Name')}
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('name')}
    />
    <TextInput
      label={t('Email')}
      type="email"
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('email')}
    />
    <TextInput
      label={t('Phone Number')}
      type="tel"
      inputMode="tel"
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('phonenumber')}
    />
    <NativeSelect
      label={t('Designation')}
      withAsterisk
      data={designations.map((value) => ({ value, label: known(value) }))}
      {...form.getInputProps('designation')}
    />
    {isEditing ? null : (
      <>
        <PasswordInput
          label={t('Password')}
          withAsterisk
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('CNIC')}
          withAsterisk
          placeholder={cnicPlaceholder}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('cnic')}
          onChange={(event) => form.setFieldValue('cnic', maskCnic(event.currentTarget.value))}
        />
      </>
    )}
  </Stack>
);

interface FormEndProps {
  /** The messages of a refusal; the fields keep their values. */
  problems: readonly string[];
  submitLabel: string;
  isBusy: boolean;
  onCancel: () => void;
}

/** Messages and buttons at the end of a form. */
export const FormEnd = ({ problems, submitLabel, isBusy, onCancel }: FormEndProps) => (
  <Stack gap="sm" mt="md">
    {problems.length > 0 ? (
      <Alert color="red" variant="light" role="alert">
        {problems.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </Alert>
    ) : null}
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submitLabel}
      </Button>
    </Group>
  </Stack>
);
