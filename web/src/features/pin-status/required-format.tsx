import { Code, List, Table } from '@mantine/core';
import { msg, t } from '../../text/text.ts';
import { Panel } from '../../ui/panel.tsx';

const columns = [
  { name: 'Circle', meaning: msg('The circle of the pin. Capitals do not matter.') },
  { name: 'Pin', meaning: msg('The pin, zeros in front included.') },
  { name: 'Status', meaning: msg('0 (NotUsed) or 1 (USED).') },
] as const;

/** What a status file must look like. */
export const RequiredFormat = () => (
  <Panel title={t('Required Format')}>
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {columns.map(({ name, meaning }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={80} style={{ verticalAlign: 'top' }}>
              <Code>{name}</Code>
            </Table.Th>
            <Table.Td>{t(meaning)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
  </Panel>
);
