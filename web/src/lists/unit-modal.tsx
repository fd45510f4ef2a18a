import { Alert, Button, Modal, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import type { calls, ReplyOf } from '@survey/contract';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { doneText, errorText, fieldTexts, reasonText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { FindUnitForm } from './find-unit-form.tsx';
import { type UnitKey, useCorrectUnit, useUnit, useWithdrawUnit } from './unit.api.ts';
import { unitFields } from './unit-fields.ts';

type Unit = ReplyOf<typeof calls.unitDetails>;

/** What a correction or a withdrawal touches, in words. */
const consequences = ({ lists, reports, current_reports: current }: Unit): string[] => [
  lists.length === 0
    ? t('It is on no list.')
    : t('It is on the {count, plural, one {list} other {# lists}} of {names}, {used} USED.', {
        count: lists.length,
        names: lists.map(({ username }) => username).join(t(', ')),
        used: lists.filter(({ status }) => status === 1).length,
      }),
  reports === 0
    ? t('It has no reports.')
    : t('It has {count, plural, one {# report} other {# reports}}, {current} current.', {
        count: reports,
        current,
      }),
];

interface UnitFormProps {
  unit: Unit;
  onDone: () => void;
}

const UnitForm = ({ unit, onDone }: UnitFormProps) => {
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries(unitFields.map(({ name }) => [name, unit[name]])),
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const correct = useCorrectUnit();
  const withdraw = useWithdrawUnit();
  const key = { circle: unit.circle, pin: unit.pin };
  const changed = unitFields.filter(({ name }) => values[name]?.trim() !== unit[name]);

  const refuse = (error: unknown, words: string) => {
    const texts = error instanceof ApiError && error.errors ? fieldTexts(error) : {};
    setProblems(
      Object.fromEntries(
        Object.entries(texts).map(([name, lines]) => [
          name === 'new_pin' ? 'pin' : name,
          lines.join(', '),
        ]),
      ),
    );
    setProblem(errorText(error, words));
  };

  const save = async () => {
    setProblems({});
    setProblem(undefined);
    const { pin, ...columns } = Object.fromEntries(
      changed.map(({ name }) => [name, values[name] ?? '']),
    );
    try {
      const done = await correct.mutateAsync({
        ...key,
        ...columns,
        ...(pin !== undefined && { new_pin: pin }),
      });
      toastWithUndo(doneText(done), done);
      onDone();
    } catch (error) {
      refuse(error, t('The unit could not be corrected.'));
    }
  };

  const takeOut = async () => {
    const isSure = await confirm({
      title: t('Withdraw {pin}', { pin: unit.pin }),
      message: t('The unit leaves the parcel list and all lists. Its reports stay.'),
      consequence: consequences(unit).join(' '),
      confirmLabel: t('Withdraw'),
      isHarmful: true,
    });
    if (!isSure) return;
    try {
      const done = await withdraw.mutateAsync(key);
      toastWithUndo(doneText(done), done);
      onDone();
    } catch (error) {
      refuse(error, t('The unit could not be withdrawn.'));
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Text size="sm" mb="sm">
        {consequences(unit).join(' ')} {t('Phones fetch what is corrected.')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {unitFields.map(({ name, label }) => (
          <TextInput
            key={name}
            label={t(label)}
            autoComplete="off"
            dir="auto"
            // Reports keep the number that they came with.
            disabled={name === 'pin' && unit.reports > 0}
            description={
              name === 'pin' && unit.reports > 0
                ? t('Reports carry this number: withdraw the unit and add the right one.')
                : undefined
            }
            error={problems[name]}
            value={values[name] ?? ''}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <FormEnd
        mt="md"
        problems={problem ? [problem] : []}
        start={
          <Button
            color="red"
            variant="outline"
            loading={withdraw.isPending}
            onClick={() => void takeOut()}
          >
            {t('Withdraw')}
          </Button>
        }
        submitLabel={t('Save')}
        isBusy={correct.isPending}
        isDisabled={changed.length === 0}
        onCancel={onDone}
      />
    </form>
  );
};

interface UnitModalProps {
  /** Undefined: the dialog asks for it. */
  unit: UnitKey | undefined;
  onClose: () => void;
}

/** Corrects or withdraws a unit of the parcel list, with what hangs on it. */
export const UnitModal = ({ unit: given, onClose }: UnitModalProps) => {
  useReturnFocus();
  const [found, setFound] = useState(given);
  const unit = useUnit(found);
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        found
          ? t('Unit {pin} of {circle}', { pin: found.pin, circle: found.circle })
          : t('Correct or withdraw a unit')
      }
      size="lg"
    >
      {!found || (unit.error instanceof ApiError && unit.error.status === 404) ? (
        <FindUnitForm onFind={setFound} />
      ) : null}
      {found && unit.isError ? (
        unit.error instanceof ApiError && unit.error.status === 404 ? (
          <Alert color="red" variant="light" mt="sm" role="alert">
            {reasonText(unit.error)}
          </Alert>
        ) : (
          <ErrorState
            title={t('The unit could not be loaded')}
            onRetry={() => void unit.refetch()}
            isRetrying={unit.isFetching}
          />
        )
      ) : null}
      {found && unit.isPending ? <Skeleton height={240} radius="md" /> : null}
      {unit.data ? (
        <UnitForm key={`${unit.data.circle} ${unit.data.pin}`} unit={unit.data} onDone={onClose} />
      ) : null}
    </Modal>
  );
};
