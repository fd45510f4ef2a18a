import { Anchor, Code, List, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { countFilters, type Filters } from '../filters/report-search.ts';
import { type FeedProgram, feedPrograms, feedRecipe, programNames } from './feed-recipes.ts';

interface ElsewhereDialogProps {
  filters: Filters;
  onClose: () => void;
}

/** The address of the list for a spreadsheet, Power BI, QGIS or a script, with the filters as they stand. */
export const ElsewhereDialog = ({ filters, onClose }: ElsewhereDialogProps) => {
  useReturnFocus();
  const isNarrow = useIsNarrow();
  const canMakeKeys = useCan('addApiKey');
  const [program, setProgram] = useState<FeedProgram>('excel');
  const { address, steps, code } = feedRecipe(program, filters);
  const count = countFilters(filters);
  return (
    <Modal opened onClose={onClose} title={t('Use this list elsewhere')} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'Another program reads the list as it is at that moment, with {count, plural, =0 {no filter} one {# filter} other {# filters}}. It needs an API key.',
            { count },
          )}{' '}
          {canMakeKeys ? (
            <Anchor href="/account">{t('Make one on the Account screen')}</Anchor>
          ) : null}
        </Text>
        <SegmentedControl
          fullWidth
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          aria-label={t('Program')}
          data={feedPrograms.map((value) => ({ value, label: programNames[value] }))}
          value={program}
          onChange={(value) => setProgram(value as FeedProgram)}
        />
        <CopyField label={t('Address')} value={address} />
        <List size="sm" type="ordered" spacing={4}>
          {steps.map((step) => (
            <List.Item key={step}>{t(step)}</List.Item>
          ))}
        </List>
        {code ? (
          <Code block dir="ltr">
            {code}
          </Code>
        ) : null}
      </Stack>
    </Modal>
  );
};
