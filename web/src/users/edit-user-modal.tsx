import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { designations, editedUser, type MobileUser } from '@survey/contract';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { validateForm } from '../ui/validate-form.ts';
import { useConfirmUsername } from './confirm-username.ts';
import { refusalLines } from './refusal.ts';
import { UserFields, type UserValues, userLabels } from './user-form.tsx';
import { useEditUser } from './users.api.ts';

const valuesOf = (user: MobileUser): UserValues => ({
  username: user.username,
  name: user.name,
  email: user.email,
  phonenumber: user.phonenumber,
  designation: designations.find((one) => one === user.designation) ?? 'Surveyor',
  password: '',
  cnic: user.cnic,
});

type Edited = Omit<UserValues, 'password'>;

/** The fields that were changed, with their values before: somebody else may edit the others. */
const changesOf = (opened: Edited, values: Edited) => {
  const names = (Object.keys(values) as (keyof Edited)[]).filter(
    (name) => values[name] !== opened[name],
  );
  return {
    changes: Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Edited>,
    seen: Object.fromEntries(names.map((name) => [name, opened[name]])),
  };
};

interface EditUserModalProps {
  user: MobileUser;
  onClose: () => void;
}

/** Corrects everything about a mobile user except the password. */
export const EditUserModal = ({ user, onClose }: EditUserModalProps) => {
  useReturnFocus();
  const [problems, setProblems] = useState<string[]>([]);
  const edit = useEditUser();
  const confirmUsername = useConfirmUsername();
  // The list is fetched again while the form is open: what was shown at first counts.
  const [opened] = useState(() => valuesOf(user));
  const form = useForm<UserValues>({
    initialValues: opened,
    validate: validateForm(editedUser.omit({ user_id: true, seen: true }).required(), userLabels),
  });
  const submit = async ({ password: _, ...values }: UserValues) => {
    if (edit.isPending) return;
    setProblems([]);
    const { changes, seen } = changesOf(opened, values);
    const isNewName = changes.username !== undefined;
    if (isNewName && !(await confirmUsername(values.username))) return;
    try {
      const done = await edit.mutateAsync({ body: { user_id: user.id, ...changes, seen } });
      toast.success(doneText(done) || t('User updated successfully!'));
      onClose();
    } catch (error) {
      setProblems(refusalLines(error, t('Failed to update user')));
    }
  };

  return (
    <Modal opened onClose={onClose} title={t('Edit {user}', { user: user.username })} size="md">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => setProblems([]),
        )}
      >
        <UserFields form={form} isEditing />
        <FormEnd
          mt="md"
          problems={problems}
          submitLabel={t('Save')}
          isBusy={edit.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
};
