import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Text } from '@mantine/core';
import type { ReportTableView } from '@survey/contract';
import {
  IconArrowDown,
  IconArrowsHorizontal,
  IconArrowUp,
  IconColumns3,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '../../text/text.ts';
import { fieldLabel } from '../report-fields.ts';
import classes from './columns-panel.module.css';
import {
  moveColumn,
  orderedColumns,
  type ReportField,
  resizeColumn,
  toggleColumn,
  usualView,
  usualWidths,
} from './table-view.ts';

interface ColumnsPanelProps {
  view: ReportTableView;
  onChange: (view: ReportTableView) => void;
}

const widthStep = 40;

interface RowProps extends ColumnsPanelProps {
  field: ReportField;
}

const ColumnRow = ({ field, view, onChange }: RowProps) => {
  const name = fieldLabel(field);
  const isFixed = field === 'pin';
  const move = (by: number) => onChange(moveColumn(view, field, by));
  const widen = (by: number) =>
    onChange(resizeColumn(view, field, (view.widths[field] ?? usualWidths[field]) + by));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const forwards = document.documentElement.dir === 'rtl' ? -1 : 1;
    const act = {
      ArrowUp: () => move(-1),
      ArrowDown: () => move(1),
      ArrowLeft: () => widen(-widthStep * forwards),
      ArrowRight: () => widen(widthStep * forwards),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <li className={classes.row} onKeyDown={onKeyDown}>
      <Checkbox
        className={classes.name}
        size="xs"
        label={name}
        disabled={isFixed}
        checked={isFixed || !view.hidden.includes(field)}
        onChange={() => onChange(toggleColumn(view, field))}
      />
      <span className={classes.tools}>
        {isFixed ? null : (
          <>
            <ActionIcon
              size="sm"
              data-dense
              aria-label={t('Move {column} up', { column: name })}
              onClick={() => move(-1)}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              data-dense
              aria-label={t('Move {column} down', { column: name })}
              onClick={() => move(1)}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          size="sm"
          data-dense
          aria-label={t('Make {column} narrower', { column: name })}
          onClick={() => widen(-widthStep)}
        >
          <IconMinus size={14} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          data-dense
          aria-label={t('Make {column} wider', { column: name })}
          onClick={() => widen(widthStep)}
        >
          <IconPlus size={14} />
        </ActionIcon>
        {view.widths[field] === undefined ? null : (
          <ActionIcon
            size="sm"
            data-dense
            aria-label={t('Usual width of {column}', { column: name })}
            onClick={() => onChange(resizeColumn(view, field, undefined))}
          >
            <IconArrowsHorizontal size={14} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
};

/** Visibility, order and width of the columns, by mouse, touch and keyboard. */
export const ColumnsPanel = ({ view, onChange }: ColumnsPanelProps) => {
  const list = useRef<HTMLUListElement>(null);
  const { order, hidden, widths } = usualView;
  const isUsual =
    view.hidden.length === 0 && view.order.length === 0 && Object.keys(view.widths).length === 0;
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon aria-label={t('Columns')} title={t('Columns')}>
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('Columns')}>
        <ScrollArea.Autosize mah="min(26rem, 60dvh)" type="auto">
          <ul ref={list} className={classes.list}>
            {orderedColumns(view).map((field) => (
              <ColumnRow key={field} field={field} view={view} onChange={onChange} />
            ))}
          </ul>
        </ScrollArea.Autosize>
        <Text size="xs" c="dimmed" px={4} pt={6}>
          {t('Alt and the arrow keys move a column, and make it narrower or wider.')}
        </Text>
        <Button
          mt={6}
          fullWidth
          size="compact-sm"
          variant="subtle"
          disabled={isUsual}
          onClick={() => onChange({ ...view, order, hidden, widths })}
        >
          {t('Show all columns')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
