import type { DevicePin } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { noAnswers, type Report } from '../store/report.ts';
import {
  countReports,
  isOpenWork,
  latestReports,
  matches,
  stateOf,
  wordsOf,
} from './work-state.ts';

const pinOf = (changes: Partial<DevicePin> = {}): DevicePin => ({
  id: 1,
  circle: 'Model Town',
  pin: '0001',
  ratingarea: 'A',
  Locality: 'North',
  Block: 'C',
  Street_Address: 'House 12, Street 4',
  OwnerName: 'Muhammad Aslam',
  Road: 'Link Road',
  status: 0,
  sent_back: false,
  done_by: null,
  ...changes,
});

const reportOf = (changes: Partial<Report> = {}): Report => ({
  id: 'a',
  circle: 'Model Town',
  pin: '0001',
  unit: pinOf(),
  state: 'draft',
  answers: noAnswers,
  place: null,
  hasPhoto: false,
  begunAt: 1000,
  changedAt: 1000,
  capturedAt: null,
  appVersion: '1',
  deviceId: 'd',
  isOpen: false,
  attempts: 0,
  nextAttemptAt: 0,
  refusal: null,
  confirmedAt: null,
  ...changes,
});

describe('the state of a pin', () => {
  test.each([
    ['to-do', {}, undefined, true],
    ['surveyed', { status: 1 as const }, undefined, false],
    ['surveyed', { done_by: 'sana' }, undefined, false],
    ['sent-back', { sent_back: true }, undefined, true],
    ['draft', { sent_back: true }, { state: 'draft' as const }, true],
    ['waiting', {}, { state: 'ready' as const }, false],
    ['refused', {}, { state: 'refused' as const }, true],
    // Confirmed after the list was read: the list still says NotUsed.
    ['surveyed', {}, { state: 'confirmed' as const, confirmedAt: 6000 }, false],
    ['surveyed', { sent_back: true }, { state: 'confirmed' as const, confirmedAt: 6000 }, false],
    // Sent back since.
    ['sent-back', { sent_back: true }, { state: 'confirmed' as const, confirmedAt: 4000 }, true],
  ])('%s', (state, pin, report, isOpen) => {
    const latest = latestReports(report ? [reportOf(report)] : []);
    expect(stateOf(pinOf(pin), latest, 5000)).toBe(state);
    expect(isOpenWork(state as ReturnType<typeof stateOf>)).toBe(isOpen);
  });

  test('follows the newest report of the pin', () => {
    const reports = [reportOf({ id: 'b', state: 'draft' }), reportOf({ state: 'confirmed' })];
    expect(stateOf(pinOf(), latestReports(reports), 0)).toBe('draft');
  });
});

test('a search finds every word, wherever it stands', () => {
  expect(matches(pinOf(), wordsOf('  aslam street 4 '))).toBe(true);
  expect(matches(pinOf(), wordsOf('0001'))).toBe(true);
  expect(matches(pinOf(), wordsOf('aslam street 9'))).toBe(false);
});

test('counts what waits, what needs the surveyor, and what was confirmed today', () => {
  const noon = new Date(2026, 10, 23, 12).getTime();
  const reports = [
    reportOf({ state: 'ready' }),
    reportOf({ state: 'refused' }),
    reportOf({ state: 'confirmed', confirmedAt: noon - 3600_000 }),
    reportOf({ state: 'confirmed', confirmedAt: noon - 13 * 3600_000 }),
    reportOf(),
  ];
  expect(countReports(reports, noon)).toEqual({ waiting: 1, refused: 1, drafts: 1, sentToday: 1 });
});
