import { Alert, Button, Group, NativeSelect, Stack, Switch, Text, Title } from '@mantine/core';
import { checkLabels, checkRow, type Rule, type Severity, severities } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../api/capabilities.ts';
import { severityText } from '../flags/flag-texts.ts';
import { known, t } from '../text/text.ts';
import { doneText, reasonText } from '../ui/error-text.ts';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { toast } from '../ui/toasts.ts';
import { precisionText } from './check-texts.ts';
import { usePreviewCheck, useSaveCheck } from './checks.api.ts';
import { Exceptions } from './exceptions.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { PreviewResult } from './preview-result.tsx';
import { isComplete, settingsOf, type TypedRule, typedOf } from './rule-values.ts';

interface RuleDrawerProps {
  rule: Rule | undefined;
  onClose: () => void;
  onSaved: () => void;
}

const Editor = ({ rule, onClose, onSaved }: RuleDrawerProps & { rule: Rule }) => {
  const { check, version } = rule;
  const row = checkRow(check);
  const [typed, setTyped] = useState<TypedRule>(() => typedOf(rule));
  const preview = usePreviewCheck();
  const save = useSaveCheck();
  const mayPreview = useMay('previewCheck');
  const maySave = useMay('saveCheck');
  const canSave = isComplete(check, typed);
  const change = (to: Partial<TypedRule>) => {
    setTyped({ ...typed, ...to });
    // The figures are those of other settings.
    preview.reset();
  };
  const submit = () =>
    save.mutate(
      { check, version, ...settingsOf(typed) },
      {
        onSuccess: (done) => {
          toast.success(doneText(done));
          onSaved();
          onClose();
        },
      },
    );
  return (
    <Stack gap="md">
      <Text>{known(row.about)}</Text>
      <Text size="sm" c="dimmed">
        {precisionText(rule)}
        {row.source === null ? null : ` · ${t('Source: {source}', { source: known(row.source) })}`}
      </Text>
      <Group gap="lg" align="flex-end">
        <Switch
          mb={8}
          label={t('On')}
          checked={typed.is_on}
          onChange={({ currentTarget }) => change({ is_on: currentTarget.checked })}
        />
        <NativeSelect
          label={t('Weight of its flags')}
          value={typed.severity}
          onChange={({ currentTarget }) => change({ severity: currentTarget.value as Severity })}
          data={severities.map((value) => ({ value, label: t(severityText[value]) }))}
        />
      </Group>
      <ParameterFields
        check={check}
        values={typed.parameters}
        onChange={(parameters) => change({ parameters })}
      />
      <section aria-label={t('Exceptions')}>
        <Title order={2} size="h5" mb={4}>
          {t('Exceptions')}
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {t('Other parameters for a circle or a land type. The first that fits counts.')}
        </Text>
        <Exceptions
          check={check}
          exceptions={typed.exceptions}
          onChange={(exceptions) => change({ exceptions })}
        />
      </section>
      {preview.data ? <PreviewResult preview={preview.data} /> : null}
      {preview.error || save.error ? (
        <Alert color="red" variant="light">
          {reasonText(preview.error ?? save.error)}
        </Alert>
      ) : null}
      <Text size="sm" c="dimmed">
        {t(
          'Reports that arrive from now on are looked at by it. Flags that are there stay until a re-evaluation. Nothing is sent back by itself.',
        )}
      </Text>
      <Group justify="flex-end">
        {mayPreview ? (
          <Button
            variant="default"
            disabled={!canSave}
            loading={preview.isPending}
            onClick={() => preview.mutate({ check, ...settingsOf(typed) })}
          >
            {t('Preview')}
          </Button>
        ) : null}
        {maySave ? (
          <Button disabled={!canSave} loading={save.isPending} onClick={submit}>
            {t('Save the rule')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
};

/** One rule: what it looks for, its parameters, what it would have flagged. */
export const RuleDrawer = ({ rule, onClose, onSaved }: RuleDrawerProps) => (
  <SideDrawer
    isOpen={rule !== undefined}
    onClose={onClose}
    title={rule ? known(checkLabels[rule.check]) : t('Rule')}
  >
    {rule ? (
      <Editor
        key={`${rule.check} ${rule.version}`}
        rule={rule}
        onClose={onClose}
        onSaved={onSaved}
      />
    ) : null}
  </SideDrawer>
);
