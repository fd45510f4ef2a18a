import { Code, List, Table } from '@mantine/core';
import { pinStatusLabels } from '@survey/contract';
import { Panel } from '../../ui/panel.tsx';

const columns = [
  { name: 'Circle', meaning: 'The circle of the pin. Capitals do not matter.' },
  { name: 'Pin', meaning: 'The pin, zeros in front included.' },
  { name: 'Status', meaning: `0 (${pinStatusLabels[0]}) or 1 (${pinStatusLabels[1]}).` },
] as const;

/** What a status file must look like. */
export const RequiredFormat = () => (
  <Panel title="Required Format">
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {columns.map(({ name, meaning }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={80} style={{ verticalAlign: 'top' }}>
              <Code>{name}</Code>
            </Table.Th>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <List size="sm" mt="sm" spacing={4}>
      <List.Item>.xlsx, .xls or .csv, less than 10MB.</List.Item>
      <List.Item>
        The first sheet is read; the columns may stand in any order among others.
      </List.Item>
      <List.Item>A row with a blank Status is set to 0 (NotUsed).</List.Item>
      <List.Item>Every assigned pin with this Circle and Pin is set, whoever has it.</List.Item>
    </List>
  </Panel>
);
