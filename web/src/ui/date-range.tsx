import '@mantine/dates/styles.css';
import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { parseDay } from '@survey/contract';
import { IconCalendarX } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import classes from './date-range.module.css';

interface Days {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

interface DateRangeProps {
  value: Days;
  /** Days are `YYYY-MM-DD`; undefined where one is not set. */
  onChange: (days: { date_from: string | undefined; date_to: string | undefined }) => void;
}

const dateInput = {
  valueFormat: 'DD/MM/YYYY',
  dateParser: (typed: string) => parseDay(typed) ?? null,
  allowDeselect: true,
  firstDayOfWeek: 1,
  size: 'sm',
} as const;

/** A range of days, both ends included. Setting one end past the other moves the other as well. */
export const DateRange = ({ value, onChange }: DateRangeProps) => {
  const { date_from, date_to } = value;
  const setFrom = (day: string | undefined) =>
    onChange({ date_from: day, date_to: day && date_to && date_to < day ? day : date_to });
  const setTo = (day: string | undefined) =>
    onChange({ date_from: day && date_from && date_from > day ? day : date_from, date_to: day });

  return (
    <div className={classes.dates}>
      <DateInput
        {...dateInput}
        label={t('Date from')}
        placeholder={t('DD/MM/YYYY')}
        value={date_from ?? null}
        onChange={(day) => setFrom(day ?? undefined)}
      />
      <DateInput
        {...dateInput}
        label={t('Date to')}
        placeholder={t('DD/MM/YYYY')}
        value={date_to ?? null}
        onChange={(day) => setTo(day ?? undefined)}
      />
      <ActionIcon
        size={36}
        aria-label={t('Clear dates')}
        title={t('Clear dates')}
        disabled={!date_from && !date_to}
        onClick={() => onChange({ date_from: undefined, date_to: undefined })}
      >
        <IconCalendarX size={18} />
      </ActionIcon>
    </div>
  );
};
