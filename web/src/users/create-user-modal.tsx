import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { literalMobileUser, newMobileUser } from '@survey/contract';
import { useState } from 'react';
import { useIsOurServer } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useKeptForm } from '../ui/use-kept-form.ts';
import { validateForm } from '../ui/validate-form.ts';
import { useConfirmUsername } from './confirm-username.ts';
import { refusalLines } from './refusal.ts';
import { UserFields, type UserValues, userLabels } from './user-form.tsx';
import { useCreateUser } from './users.api.ts';

const empty: UserValues = {
  username: '',
  name: '',
  email: '',
  phonenumber: '',
  designation: 'Surveyor',
  password: '',
  cnic: '',
};

interface CreateUserModalProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (username: string) => void;
}

/** Creates a mobile user, active from the start (spec 4). */
export const CreateUserModal = ({ isOpen, onClose, onCreated }: CreateUserModalProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const create = useCreateUser();
  const isOurs = useIsOurServer();
  const confirmUsername = useConfirmUsername();
  const form = useForm<UserValues>({
    initialValues: empty,
    validate: validateForm(isOurs ? newMobileUser : literalMobileUser, userLabels),
  });
  useKeptForm('create user', form);
  const close = () => {
    setProblems([]);
    onClose();
  };
  const submit = async (values: UserValues) => {
    if (create.isPending) return;
    setProblems([]);
    if (!(await confirmUsername(values.username))) return;
    try {
      const done = await create.mutateAsync({ body: { ...values, status: true } });
      toast.success(t('User created successfully!'), doneText(done));
      form.reset();
      close();
      onCreated(values.username.trim());
    } catch (error) {
      setProblems(refusalLines(error, t('Failed to create user')));
    }
  };

  return (
    <Modal opened={isOpen} onClose={close} title={t('Create New User')} size="md">
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => setProblems([]),
        )}
      >
        <UserFields form={form} />
        <FormEnd
          mt="md"
          problems={problems}
          submitLabel={t('Create User')}
          isBusy={create.isPending}
          onCancel={close}
        />
      </form>
    </Modal>
  );
};
