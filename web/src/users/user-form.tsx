import { MaskInput, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { cnicPlaceholder, designations } from '@survey/contract';
import { useIsOurServer } from '../api/capabilities.ts';
import { known, msg, t } from '../text/text.ts';
import { UserPassword } from './user-password.tsx';

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

/** 9 is any digit; the field keeps its caret while somebody corrects a digit in the middle. */
const cnicMask = '99999-9999999-9';

export const userLabels: Record<keyof UserValues, string> = {
  username: msg('Username'),
  name: msg('Full Name'),
  email: msg('Email'),
  phonenumber: msg('Phone Number'),
  designation: msg('Designation'),
  password: msg('Password'),
  cnic: msg('CNIC'),
};

interface UserFieldsProps {
  form: UseFormReturnType<UserValues>;
  /** Editing: the password has a dialog of its own. */
  isEditing?: boolean;
}

/** Another backend may want a CNIC in a form of its own. */
const CnicField = ({ form }: Pick<UserFieldsProps, 'form'>) => {
  const isOurs = useIsOurServer();
  const field = {
    label: t(userLabels.cnic),
    withAsterisk: true,
    placeholder: cnicPlaceholder,
    autoComplete: 'off',
  };
  return isOurs ? (
    <MaskInput
      {...field}
      mask={cnicMask}
      slotChar=""
      inputMode="numeric"
      defaultValue={form.values.cnic}
      onChangeRaw={(_digits, masked) => form.setFieldValue('cnic', masked)}
      error={form.errors.cnic}
    />
  ) : (
    <TextInput {...field} {...form.getInputProps('cnic')} />
  );
};

/** The fields of a mobile user (spec 5). */
export const UserFields = ({ form, isEditing = false }: UserFieldsProps) => (
  <Stack gap="sm">
    <TextInput
      label={t(userLabels.username)}
      description={isEditing ? t('Can be changed until the first report carries it.') : undefined}
      withAsterisk
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('username')}
    />
    <TextInput
      label={t(userLabels.name)}
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('name')}
    />
    <TextInput
      label={t(userLabels.email)}
      type="email"
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('email')}
    />
    <TextInput
      label={t(userLabels.phonenumber)}
      type="tel"
      inputMode="tel"
      withAsterisk
      autoComplete="off"
      {...form.getInputProps('phonenumber')}
    />
    <NativeSelect
      label={t(userLabels.designation)}
      withAsterisk
      data={designations.map((value) => ({ value, label: known(value) }))}
      {...form.getInputProps('designation')}
    />
    {isEditing ? null : (
      <UserPassword
        label={t(userLabels.password)}
        withAsterisk
        autoComplete="new-password"
        personal={[form.values.username, form.values.name, form.values.email]}
        onMade={(password) => form.setFieldValue('password', password)}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
    )}
    <CnicField form={form} />
  </Stack>
);
