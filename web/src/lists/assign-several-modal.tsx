import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { doneText, errorText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { CircleSelect } from './circle-select.tsx';
import { useAssignToSeveral, useOfferedCircles } from './circles.api.ts';
import { SurveyorsField } from './surveyors-field.tsx';
import type { UserCircles } from './user-circles.api.ts';

interface AssignSeveralModalProps {
  users: readonly UserCircles[];
  onClose: () => void;
}

/** Assigns one circle to several users in one call, all or none. */
export const AssignSeveralModal = ({ users, onClose }: AssignSeveralModalProps) => {
  useReturnFocus();
  const [circle, setCircle] = useState<string | null>(null);
  const [usernames, setUsernames] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const offered = useOfferedCircles('');
  const assign = useAssignToSeveral();
  const units = offered.data?.find((one) => one.circle === circle)?.units;

  const submit = async () => {
    if (!circle || usernames.length === 0) {
      setProblem(t('Please select a circle and at least one user'));
      return;
    }
    setProblem(undefined);
    try {
      const done = await assign.mutateAsync({ circle, usernames });
      toast.success(doneText(done) || t('Circle added successfully'));
      onClose();
    } catch (error) {
      setProblem(errorText(error, t('Failed to add circle')));
    }
  };

  return (
    <Modal opened onClose={onClose} title={t('Assign a circle to several users')} size="lg">
      <Stack gap="sm">
        <CircleSelect
          withAsterisk
          value={circle}
          onChange={(chosen) => {
            setCircle(chosen);
            setProblem(undefined);
          }}
        />
        <SurveyorsField
          label={t('Users')}
          users={users}
          clearable
          value={usernames}
          onChange={(chosen) => {
            setUsernames(chosen);
            setProblem(undefined);
          }}
        />
        {circle && usernames.length > 0 ? (
          <Text size="sm">
            {units === undefined
              ? t(
                  '{count, plural, one {# user gets} other {# users get}} {circle}. Pins they have keep their status.',
                  { count: usernames.length, circle },
                )
              : t(
                  '{count, plural, one {# user gets} other {# users get}} {circle} with {units, plural, one {# pin} other {# pins}} each. Pins they have keep their status.',
                  { count: usernames.length, circle, units },
                )}
          </Text>
        ) : null}
        <FormEnd
          problems={problem ? [problem] : []}
          submitLabel={t('Assign')}
          isBusy={assign.isPending}
          onSubmit={() => void submit()}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  );
};
