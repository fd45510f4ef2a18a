import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { type CheckName, calls, landTypes } from '@survey/contract';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { t } from '../text/text.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { newKey, type TypedException, withDefaults } from './rule-values.ts';

interface ExceptionsProps {
  check: CheckName;
  exceptions: readonly TypedException[];
  onChange: (exceptions: TypedException[]) => void;
}

/** As the contract's `checkLimits.exceptions`. */
const most = 50;

const useCircles = () =>
  useQuery({
    queryKey: ['dashboard', 'overview'],
    queryFn: ({ signal }) => send(calls.dashboardOverview, {}, { signal }),
    select: ({ circles }) => circles.map(({ circle }) => circle),
    enabled: useCan('dashboardOverview'),
  });

/** Other parameters for the reports of a circle, or of a land type. The first that fits counts. */
export const Exceptions = ({ check, exceptions, onChange }: ExceptionsProps) => {
  const circles = useCircles().data ?? [];
  const change = (to: TypedException) =>
    onChange(exceptions.map((one) => (one.key === to.key ? to : one)));
  const optional = (values: readonly string[], chosen: string) => [
    { value: '', label: t('any') },
    ...[...new Set([...values, chosen])].filter(Boolean),
  ];
  return (
    <Stack gap="md">
      {exceptions.map((exception, at) => (
        <Stack
          key={exception.key}
          gap="xs"
          role="group"
          aria-label={t('Exception {number}', { number: at + 1 })}
        >
          <Group align="flex-end" gap="sm">
            <NativeSelect
              w={200}
              label={t('Circle')}
              data={optional(circles, exception.circle)}
              value={exception.circle}
              onChange={({ currentTarget }) =>
                change({ ...exception, circle: currentTarget.value })
              }
            />
            <NativeSelect
              w={170}
              label={t('Land Type')}
              data={optional(landTypes, exception.land)}
              value={exception.land}
              onChange={({ currentTarget }) => change({ ...exception, land: currentTarget.value })}
            />
            <Switch
              mb={8}
              label={t('On')}
              checked={exception.is_on}
              onChange={({ currentTarget }) =>
                change({ ...exception, is_on: currentTarget.checked })
              }
            />
            <ActionIcon
              mb={4}
              variant="subtle"
              color="gray"
              aria-label={t('Remove exception {number}', { number: at + 1 })}
              onClick={() => onChange(exceptions.filter(({ key }) => key !== exception.key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
          {exception.circle === '' && exception.land === '' ? (
            <Text size="sm" c="red">
              {t('Choose a circle or a land type.')}
            </Text>
          ) : null}
          <ParameterFields
            check={check}
            values={exception.parameters}
            isDisabled={!exception.is_on}
            onChange={(parameters) => change({ ...exception, parameters })}
          />
        </Stack>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          disabled={exceptions.length >= most}
          onClick={() =>
            onChange([
              ...exceptions,
              {
                key: newKey(),
                circle: '',
                land: '',
                is_on: true,
                parameters: withDefaults(check, {}),
              },
            ])
          }
        >
          {t('Add an exception')}
        </Button>
      </div>
    </Stack>
  );
};
