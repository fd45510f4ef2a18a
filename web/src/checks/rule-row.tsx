import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { checkLabels, checkRow, type Rule } from '@survey/contract';
import { useMay } from '../api/capabilities.ts';
import { SeverityBadge } from '../flags/severity-badge.tsx';
import { known, t } from '../text/text.ts';
import { doneText, reasonText } from '../ui/error-text.ts';
import { toast } from '../ui/toasts.ts';
import { parameterTexts, precisionText } from './check-texts.ts';
import { useSaveCheck } from './checks.api.ts';

interface RuleRowProps {
  rule: Rule;
  onEdit: () => void;
  onSaved: () => void;
}

/** A rule: on or off, what it looks for, its parameters, how often it was right. */
export const RuleRow = ({ rule, onEdit, onSaved }: RuleRowProps) => {
  const { check, is_on, severity, version, changed_by, changed_at, exceptions } = rule;
  const row = checkRow(check);
  const label = known(checkLabels[check]);
  const save = useSaveCheck();
  const may = useMay('saveCheck');
  const switchTo = (isOn: boolean) =>
    save.mutate(
      { check, version, is_on: isOn, severity, parameters: rule.parameters, exceptions },
      {
        onSuccess: (done) => {
          toast.success(doneText(done));
          onSaved();
        },
        onError: (error) => toast.error(t('The rule could not be saved'), reasonText(error)),
      },
    );
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="md">
      <Switch
        mt={2}
        aria-label={label}
        checked={is_on}
        disabled={save.isPending || !may}
        onChange={({ currentTarget }) => switchTo(currentTarget.checked)}
      />
      <Stack gap={2} flex={1} miw={0} opacity={is_on ? 1 : 0.7}>
        <Group gap="xs">
          <Text fw={600}>{label}</Text>
          <SeverityBadge severity={severity} />
        </Group>
        <Text size="sm">{known(row.about)}</Text>
        <Text size="sm" c="dimmed">
          {[
            ...parameterTexts(rule),
            exceptions.length > 0
              ? t('{count, plural, one {# exception} other {# exceptions}}', {
                  count: exceptions.length,
                })
              : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {precisionText(rule)}
          {changed_by && changed_at
            ? ` · ${t('changed by {user} on {time}', { user: changed_by, time: changed_at })}`
            : ''}
        </Text>
      </Stack>
      {may ? (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Edit the rule “{rule}”', { rule: label })}
          onClick={onEdit}
        >
          {t('Edit')}
        </Button>
      ) : null}
    </Group>
  );
};
