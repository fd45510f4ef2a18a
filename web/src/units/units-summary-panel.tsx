import { Alert, Badge, Box, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { unitColumnOf, unitColumns } from '@survey/contract';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { ColumnMapping } from '../spreadsheets/column-mapping.tsx';
import type { OpenedSheet } from '../spreadsheets/open-sheet.ts';
import { saveRows } from '../spreadsheets/save-rows.ts';
import type { SheetInfo } from '../spreadsheets/serve-sheet.ts';
import { t } from '../text/text.ts';
import { formatNumber } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import type { UnitsSummary } from './summarize-units.ts';
import type { UnitsAnswers } from './units.worker.ts';

/** The number of other columns that are named. */
const namedColumns = 12;

const useSummary = (sheet: OpenedSheet<UnitsAnswers>): UnitsSummary | undefined => {
  const [summary, setSummary] = useState<UnitsSummary>();
  useEffect(() => {
    let isCurrent = true;
    sheet
      .ask('summary')
      .then((found) => {
        if (isCurrent) startTransition(() => setSummary(found));
      })
      // Fails only for a closed sheet, with which this panel is unmounted.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [sheet]);
  return summary;
};

const warningsOf = (summary: UnitsSummary): string[] =>
  [
    ...summary.missing.map((field) =>
      t('No column was recognised as {field}, so no row can be assigned.', { field }),
    ),
    summary.missing.length === 0 &&
      summary.unassignable > 0 &&
      t(
        '{count, plural, one {# row has} other {# rows have}} no Circle or no Pin: stored, but not assignable.',
        { count: summary.unassignable },
      ),
    summary.duplicates > 0 &&
      t(
        '{count, plural, one {# row repeats} other {# rows repeat}} the Circle and Pin of an earlier row; the last one counts.',
        { count: summary.duplicates },
      ),
    summary.shortenedPins > 0 &&
      t(
        '{count, plural, one {# Pin looks} other {# Pins look}} like 1.23E+11: the program that saved the file dropped digits.',
        { count: summary.shortenedPins },
      ),
    summary.errorCells > 0 &&
      t(
        '{count, plural, one {# cell holds} other {# cells hold}} an error of a formula, such as #N/A.',
        { count: summary.errorCells },
      ),
  ].filter((warning) => typeof warning === 'string');

const columnLine = ({ others }: UnitsSummary): string => {
  const names = others.slice(0, namedColumns).join(', ');
  const rest = others.length - namedColumns;
  return rest > 0 ? t('{names} and {count} more', { names, count: formatNumber(rest) }) : names;
};

const sheetLine = ({ sheetName, sheetCount, headerRow }: SheetInfo): string =>
  [
    sheetName && t('sheet “{name}”', { name: sheetName }),
    sheetCount > 1 && t('the first of {count}', { count: String(sheetCount) }),
    headerRow > 1 && t('header in row {row}', { row: String(headerRow) }),
  ]
    .filter(Boolean)
    .map((part) => ` · ${part}`)
    .join('');

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group gap="0 var(--mantine-spacing-xs)" align="baseline">
    <Text c="dimmed" w={150}>
      {label}
    </Text>
    <Box flex="1 1 16rem" miw={0}>
      {children}
    </Box>
  </Group>
);

const Recognised = ({ summary }: { summary: UnitsSummary }) => (
  <Group gap={6}>
    {summary.recognised.length === 0 ? t('none') : null}
    {summary.recognised.map(({ header, field }) => (
      <Badge key={field} variant="light" radius="sm" tt="none" fw={500}>
        <bdi>{header}</bdi>
        {header === field ? null : ` → ${field}`}
      </Badge>
    ))}
  </Group>
);

const neededColumns = ['Circle', 'Pin'] as const;

interface UnitsSummaryPanelProps {
  sheet: OpenedSheet<UnitsAnswers>;
  fileName: string;
  /** True while an upload runs: the columns stay as they are. */
  isDisabled: boolean;
  onHeaders: (headers: string[]) => void;
}

/** The content of the sheet, and rows to check. */
export const UnitsSummaryPanel = ({
  sheet,
  fileName,
  isDisabled,
  onHeaders,
}: UnitsSummaryPanelProps) => {
  const summary = useSummary(sheet);
  const warnings = summary ? warningsOf(summary) : [];
  const download = () => void saveRows(sheet.ask('questionable'), fileName, 'rows to check');

  return (
    <Panel title={t('Before sending')}>
      {summary ? (
        <Stack gap={6}>
          <Line label={t('Rows')}>
            {formatNumber(summary.rows)}
            <Text span c="dimmed">
              {sheetLine(sheet.info)}
            </Text>
          </Line>
          <Line label={t('Recognised columns')}>
            <Recognised summary={summary} />
          </Line>
          <ColumnMapping
            fileHeaders={sheet.fileHeaders}
            headers={sheet.info.headers}
            fields={unitColumns}
            fieldOf={unitColumnOf}
            needed={neededColumns}
            isDisabled={isDisabled}
            onHeaders={onHeaders}
          />
          {summary.others.length > 0 ? (
            <Line label={t('Kept as they came')}>
              <bdi>{columnLine(summary)}</bdi>
            </Line>
          ) : null}
          {warnings.length > 0 ? (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={20} />} mt="xs">
              <List>
                {warnings.map((warning) => (
                  <List.Item key={warning}>{warning}</List.Item>
                ))}
              </List>
              {summary.unassignable + summary.duplicates + summary.shortenedPins > 0 ? (
                <Button
                  mt="xs"
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={download}
                >
                  {t('Download these rows')}
                </Button>
              ) : null}
            </Alert>
          ) : null}
        </Stack>
      ) : (
        <Skeleton height={72} />
      )}
    </Panel>
  );
};
