import { expect, it } from 'vitest';
import { daysAgoIn, differsFromBrowser, onClocksOf, todayIn } from './time-zone.ts';

const lateEvening = new Date('2026-11-21T20:30:15Z');

it('shows the clocks of the operation, whatever the zone of the browser', () => {
  expect(onClocksOf('Asia/Karachi', lateEvening).toISOString()).toBe('2026-11-22T01:30:15.000Z');
  expect(onClocksOf('America/St_Johns', lateEvening).toISOString()).toBe(
    '2026-11-21T17:00:15.000Z',
  );
  expect(onClocksOf('UTC', lateEvening).toISOString()).toBe(lateEvening.toISOString());
});

it('takes the clocks of the browser where the zone is not known', () => {
  const own = new Date(lateEvening.getTime() - lateEvening.getTimezoneOffset() * 60_000);
  expect(onClocksOf(undefined, lateEvening)).toEqual(own);
  expect(onClocksOf('Mars/Olympus', lateEvening)).toEqual(own);
  expect(differsFromBrowser('Mars/Olympus', lateEvening)).toBe(false);
});

it('begins the day with the operation', () => {
  expect(todayIn('Asia/Karachi', lateEvening)).toBe('2026-11-22');
  expect(todayIn('America/St_Johns', lateEvening)).toBe('2026-11-21');
  expect(daysAgoIn('Asia/Karachi', 6, lateEvening)).toBe('2026-11-16');
});

it('names no zone whose clocks are the same', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(differsFromBrowser(zone, lateEvening)).toBe(false);
  const other = zone === 'Asia/Karachi' ? 'Asia/Kolkata' : 'Asia/Karachi';
  expect(differsFromBrowser(other, lateEvening)).toBe(true);
});
