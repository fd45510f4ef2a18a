import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
import { DateRange } from './date-range.tsx';
import { todayIn } from './time-zone.ts';

interface Range {
  date_from: string | undefined;
  date_to: string | undefined;
}

const renderRange = async (first: Range) => {
  const shown = { current: first };
  const { user } = await renderAt('/report', () => {
    const [value, setValue] = useState(first);
    shown.current = value;
    return <DateRange value={value} onChange={setValue} />;
  });
  return { user, shown };
};

const type = (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

it('says that a day does not exist, and that an end lies beyond the other, and changes nothing', async () => {
  const first = { date_from: '2026-03-10', date_to: '2026-03-20' };
  const { shown } = await renderRange(first);
  await screen.findByLabelText('Date to');
  type('Date to', '31/02/2026');
  expect(await screen.findByText('There is no such day.')).toBeDefined();
  type('Date to', '01/03/2026');
  expect(await screen.findByText('“To” lies before “From”.')).toBeDefined();
  type('Date from', '21/03/2026');
  expect(await screen.findByText('“From” lies after “To”.')).toBeDefined();
  expect(shown.current).toEqual(first);
  type('Date to', '15/03/2026');
  expect(shown.current).toEqual({ ...first, date_to: '2026-03-15' });
});

it('offers the usual days', async () => {
  const { user, shown } = await renderRange({ date_from: undefined, date_to: undefined });
  await user.click(await screen.findByLabelText('Usual days'));
  await user.click(await screen.findByText('Today'));
  const today = todayIn(undefined);
  expect(shown.current).toEqual({ date_from: today, date_to: today });
});
