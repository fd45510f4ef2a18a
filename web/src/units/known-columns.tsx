import { Badge, Group, Text } from '@mantine/core';
import { limits, unitColumns } from '@survey/contract';
import { TemplateButton } from '../spreadsheets/template-button.tsx';
import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

/** The columns of a parcel list; shown while none is chosen. */
export const KnownColumns = () => (
  <Panel title={t('What the sheet may hold')}>
    <Text>
      {t(
        'The header row is found wherever it stands. These columns are recognised, whatever their capitals and spaces; every other column is kept as it came.',
      )}
    </Text>
    <Group gap={6} my="sm">
      {unitColumns.map((column) => (
        <Badge key={column} variant="light" radius="sm" tt="none" fw={500}>
          {column}
        </Badge>
      ))}
    </Group>
    <Text c="dimmed">
      {t(
        'A unit is known by its Circle and Pin. Sending the same sheet again changes nothing; a changed row updates its unit. At most {most} rows in one upload, all stored or none.',
        { most: formatNumber(limits.uploadRows) },
      )}
    </Text>
    <TemplateButton fileName="parcel list" headers={unitColumns} />
  </Panel>
);
