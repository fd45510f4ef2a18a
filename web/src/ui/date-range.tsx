import '@mantine/dates/styles.css';
import { ActionIcon, Menu } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { monthOf, parseDay } from '@survey/contract';
import { IconCalendarDown, IconCalendarX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../text/text.ts';
import classes from './date-range.module.css';
import { daysAgoIn, todayIn, useTimeZone } from './time-zone.ts';

interface Days {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

interface DateRangeProps {
  value: Days;
  /** Days are `YYYY-MM-DD`; undefined where one is not set. */
  onChange: (days: { date_from: string | undefined; date_to: string | undefined }) => void;
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  /** The other end of the range. */
  least?: string | undefined;
  most?: string | undefined;
  /** Why a day beyond the other end is not taken. */
  beyond: string;
  onChange: (day: string | undefined) => void;
}

/** A day; what is typed and cannot be taken stays there with the reason. */
const DayField = ({ label, value, least, most, beyond, onChange }: DayFieldProps) => {
  const [problem, setProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that was set by other means has no problem
  useEffect(() => setProblem(undefined), [value]);
  const judge = (typed: string) => {
    const day = parseDay(typed);
    if (typed.trim() === '') setProblem(undefined);
    else if (day === undefined) setProblem(t('There is no such day.'));
    else setProblem((least && day < least) || (most && day > most) ? beyond : undefined);
  };
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
      dateParser={(typed) => parseDay(typed) ?? null}
      allowDeselect
      firstDayOfWeek={1}
      size="sm"
      fixOnBlur={false}
      label={label}
      placeholder={t('DD/MM/YYYY')}
      {...(least && { minDate: least })}
      {...(most && { maxDate: most })}
      error={problem}
      value={value ?? null}
      onBlur={(event) => judge(event.currentTarget.value)}
      onChange={(day) => {
        setProblem(undefined);
        onChange(day ?? undefined);
      }}
    />
  );
};

/** A range of days of the operation, both ends included. */
export const DateRange = ({ value, onChange }: DateRangeProps) => {
  const { date_from, date_to } = value;
  const zone = useTimeZone();
  const upToToday = (from: (today: string) => string) => () => {
    const today = todayIn(zone);
    onChange({ date_from: from(today), date_to: today });
  };

  return (
    <div className={classes.dates}>
      <DayField
        label={t('Date from')}
        value={date_from}
        most={date_to}
        beyond={t('“From” lies after “To”.')}
        onChange={(day) => onChange({ date_from: day, date_to })}
      />
      <DayField
        label={t('Date to')}
        value={date_to}
        least={date_from}
        beyond={t('“To” lies before “From”.')}
        onChange={(day) => onChange({ date_from, date_to: day })}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={36} aria-label={t('Usual days')} title={t('Usual days')}>
            <IconCalendarDown size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={upToToday((today) => today)}>{t('Today')}</Menu.Item>
          <Menu.Item onClick={upToToday(() => daysAgoIn(zone, 6))}>{t('Last 7 days')}</Menu.Item>
          <Menu.Item onClick={upToToday(monthOf)}>{t('This month')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
