import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { viewLimits } from '@survey/contract';
import { useState } from 'react';
import { useCapabilities } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { FormEnd } from '../../ui/form-end.tsx';

export interface ViewForm {
  name: string;
  is_shared: boolean;
  withTable: boolean;
}

interface ViewDialogProps {
  title: string;
  initial: ViewForm;
  onClose: () => void;
  /** Throws where the server refuses: the dialog stays open and shows the reason. */
  onSave: (form: ViewForm) => Promise<void>;
}

/** A dialog for a view: its name, whether it is shared, and whether it includes the columns. */
export const ViewDialog = ({ title, initial, onClose, onSave }: ViewDialogProps) => {
  const [form, setForm] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const mayShare = !useCapabilities().limits?.read_only;
  const change = (values: Partial<ViewForm>) => {
    setProblem(undefined);
    setForm({ ...form, ...values });
  };
  const save = async () => {
    if (form.name.trim() === '') {
      setProblem(t('A view needs a name.'));
      return;
    }
    setSaving(true);
    try {
      await onSave({ ...form, name: form.name.trim() });
      onClose();
    } catch (error) {
      setProblem(errorText(error, t('The view could not be saved.')));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('Name of the view')}
            data-autofocus
            required
            maxLength={viewLimits.nameLength}
            value={form.name}
            error={problem}
            onChange={({ currentTarget: { value } }) => change({ name: value })}
          />
          {mayShare ? (
            <Checkbox
              label={t('Share with the other administrators')}
              checked={form.is_shared}
              onChange={({ currentTarget: { checked } }) => change({ is_shared: checked })}
            />
          ) : null}
          <Checkbox
            label={t('Keep columns and row height too')}
            checked={form.withTable}
            onChange={({ currentTarget: { checked } }) => change({ withTable: checked })}
          />
          <FormEnd mt="xs" submitLabel={t('Save view')} isBusy={isSaving} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
