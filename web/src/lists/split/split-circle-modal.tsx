import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { SplitWay } from '@survey/contract';
import { IconMap2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { doneText, errorText } from '../../ui/error-text.ts';
import { FormEnd } from '../../ui/form-end.tsx';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { toastWithUndo } from '../../undo/undo-button.tsx';
import { CircleSelect } from '../circle-select.tsx';
import { SurveyorsField } from '../surveyors-field.tsx';
import type { UserCircles } from '../user-circles.api.ts';
import { GroupTable } from './group-table.tsx';
import { useSplitCircle } from './split.api.ts';
import { SplitPeople } from './split-people.tsx';
import { useSplit } from './use-split.ts';

interface SplitCircleModalProps {
  users: readonly UserCircles[];
  onClose: () => void;
}

const GroupMap = lazyWithRetry(async () => (await import('./group-map.tsx')).GroupMap);

const mostPins = 10_000;

const ways = (): { value: SplitWay; label: string }[] => [
  { value: 'block', label: t('by block') },
  { value: 'street', label: t('by street') },
  { value: 'road', label: t('by road') },
  { value: 'locality', label: t('by locality') },
  { value: 'pins', label: t('by range of PINs') },
];

type State = ReturnType<typeof useSplit>;

/** What is done with the marked groups: they are given to one surveyor. */
const MarkedBar = ({ marked, leftOfMarked, usernames, give }: State) =>
  marked.size === 0 ? null : (
    <Group gap="xs">
      <Text size="sm">
        {t('{groups, plural, one {# group} other {# groups}} marked, {left} left', {
          groups: marked.size,
          left: leftOfMarked,
        })}
      </Text>
      <NativeSelect
        size="xs"
        aria-label={t('Give the marked groups to')}
        value=""
        onChange={({ currentTarget }) => give([...marked], currentTarget.value)}
        data={[{ value: '', label: t('Give to…'), disabled: true }, ...usernames]}
      />
    </Group>
  );

/** Shares out what is left of a circle among surveyors, with the counts before (R10). */
export const SplitCircleModal = ({ users, onClose }: SplitCircleModalProps) => {
  useReturnFocus();
  const state = useSplit(users);
  const [isMapOpen, setMapOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const hasMap = useCan('mapSummary');
  const splitCircle = useSplitCircle();
  const { circle, by, groups, usernames, preview } = state;
  const counted = state.split.shares.length > 0 ? preview.data : undefined;

  const submit = async () => {
    setProblem(undefined);
    try {
      const done = await splitCircle.mutateAsync({
        ...state.split,
        expected_units: preview.data?.units,
      });
      toastWithUndo(doneText(done), done);
      onClose();
    } catch (error) {
      setProblem(errorText(error, t('The circle could not be split.')));
      void groups.refetch();
      void preview.refetch();
    }
  };

  return (
    <Modal opened onClose={onClose} title={t('Split a circle')} size="min(60rem, 96vw)">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(
            'What is left to survey is shared out: each unit is on the list of one surveyor then. What was surveyed or sent back stays where it is.',
          )}
        </Text>
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <CircleSelect withAsterisk value={circle} onChange={state.chooseCircle} />
          <NativeSelect
            label={t('Grouped')}
            data={ways()}
            value={by}
            onChange={({ currentTarget }) => state.chooseWay(currentTarget.value as SplitWay)}
          />
          {by === 'pins' ? (
            // Mantine's NumberInput would come with a library of its own (web/budget.json).
            <TextInput
              type="number"
              label={t('PINs in a range')}
              min={1}
              max={mostPins}
              value={state.size}
              onChange={({ currentTarget }) => {
                const size = Math.trunc(Number(currentTarget.value));
                if (size >= 1 && size <= mostPins) state.chooseSize(size);
              }}
            />
          ) : null}
        </Group>
        {circle === null ? null : groups.isError && !groups.data ? (
          <ErrorState
            title={t('The circle could not be loaded')}
            onRetry={() => void groups.refetch()}
            isRetrying={groups.isFetching}
          />
        ) : (
          <>
            <SurveyorsField
              label={t('Surveyors')}
              users={users}
              value={usernames}
              onChange={state.chooseUsers}
            />
            <Group gap="xs" justify="space-between">
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  disabled={!groups.data || usernames.length === 0}
                  onClick={state.shareEvenly}
                >
                  {t('Share out evenly')}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  disabled={state.owners.size === 0 && state.marked.size === 0}
                  onClick={state.clear}
                >
                  {t('Clear')}
                </Button>
                {hasMap ? (
                  <Button
                    size="xs"
                    variant={isMapOpen ? 'filled' : 'default'}
                    aria-pressed={isMapOpen}
                    leftSection={<IconMap2 size={14} aria-hidden />}
                    onClick={() => setMapOpen(!isMapOpen)}
                  >
                    {t('Draw on the map')}
                  </Button>
                ) : null}
              </Group>
              <MarkedBar {...state} />
            </Group>
            {isMapOpen && groups.data ? (
              <GroupMap
                key={`${circle} ${by} ${state.size}`}
                groups={groups.data.groups}
                marked={state.marked}
                onDrawn={(keys) => state.mark(keys, true)}
              />
            ) : null}
            <GroupTable
              groups={groups.data?.groups}
              by={by}
              usernames={usernames}
              owners={state.owners}
              marked={state.marked}
              onOwner={state.give}
              onMark={state.mark}
            />
            {groups.data?.more ? (
              <Alert color="yellow" variant="light">
                {t(
                  '{count, plural, one {# more group is} other {# more groups are}} not shown. Group the circle in another way.',
                  { count: groups.data.more },
                )}
              </Alert>
            ) : null}
            <SplitPeople
              counted={counted}
              error={state.split.shares.length > 0 ? preview.error : null}
              isStale={!state.isCounted}
            />
          </>
        )}
        <FormEnd
          problems={problem ? [problem] : []}
          submitLabel={
            counted
              ? t('Share out {count, plural, one {# unit} other {# units}}', {
                  count: counted.units,
                })
              : t('Share out')
          }
          isBusy={splitCircle.isPending}
          isDisabled={!state.isCounted || !counted || counted.units === 0}
          onSubmit={() => void submit()}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  );
};
