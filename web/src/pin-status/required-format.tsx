import { List } from '@mantine/core';
import { TemplateButton } from '../spreadsheets/template-button.tsx';
import { msg, t } from '../text/text.ts';
import { FieldList } from '../ui/field-list.tsx';
import { Panel } from '../ui/panel.tsx';

const columns = [
  { name: 'Circle', meaning: msg('The circle of the pin. Capitals do not matter.') },
  { name: 'Pin', meaning: msg('The pin, zeros in front included.') },
  { name: 'Status', meaning: msg('0 (NotUsed) or 1 (USED).') },
] as const;

/** The required format of a status file. */
export const RequiredFormat = () => (
  <Panel title={t('Required Format')}>
    <FieldList fields={columns.map(({ name, meaning }) => ({ label: name, value: t(meaning) }))} />
    <List size="sm" mt="sm" spacing={4}>
      <List.Item>{t('.xlsx, .xls or .csv, less than 10MB.')}</List.Item>
      <List.Item>
        {t('The first sheet is read; the columns may stand in any order among others.')}
      </List.Item>
      <List.Item>{t('A row with a blank Status is set to 0 (NotUsed).')}</List.Item>
      <List.Item>
        {t('Every assigned pin with this Circle and Pin is set, whoever has it.')}
      </List.Item>
    </List>
    <TemplateButton fileName="pin status" headers={columns.map(({ name }) => name)} />
  </Panel>
);
