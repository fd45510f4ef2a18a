import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatDay,
  formatInstant,
  formatNumber,
  formatShare,
} from './format.ts';

describe('format', () => {
  it('separates thousands', () => {
    expect(formatNumber(1234567.5)).toBe('1,234,567.5');
  });

  it('writes figures as the browser writes them in both languages', () => {
    const values = [
      0, 0.004, 0.005, 0.1, 1.005, 7, 999, 999.999, 1000, 12345.678, 1e6, 98040, 1e14, -1234.5,
      1e15,
    ];
    for (const language of ['en-US', 'ur-PK-u-nu-latn']) {
      const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
      for (const value of values.filter((one) => one >= 0 || language === 'en-US')) {
        expect([language, value, formatNumber(value)]).toEqual([
          language,
          value,
          format.format(value),
        ]);
      }
    }
  });

  it('never says 100% while something is missing', () => {
    expect(formatShare(0, 0)).toBe('0%');
    expect(formatShare(1, 3)).toBe('33.3%');
    expect(formatShare(99_999, 100_000)).toBe('99.9%');
    expect(formatShare(5, 5)).toBe('100%');
  });

  it('writes KB under one megabyte and MB with one decimal from there', () => {
    expect(formatBytes(0)).toBe('0 KB');
    expect(formatBytes(3)).toBe('1 KB');
    expect(formatBytes(1024)).toBe('1 KB');
    expect(formatBytes(1_048_575)).toBe('1024 KB');
    expect(formatBytes(1_048_576)).toBe('1.0 MB');
    expect(formatBytes(10_485_760)).toBe('10.0 MB');
  });

  it('writes a day in figures, day first, as it is with the operation', () => {
    const evening = new Date('2026-11-02T20:00:00Z');
    expect(formatDay(evening, 'UTC')).toBe('02/11/2026');
    expect(formatDay(evening, 'Asia/Karachi')).toBe('03/11/2026');
    expect(formatInstant(evening, 'Asia/Karachi')).toBe('3 Nov 2026, 01:00');
  });

  it('tells how long ago', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(formatAgo(new Date('2026-11-21T11:59:30Z'), now)).toBe('just now');
    expect(formatAgo(new Date('2026-11-21T11:55:00Z'), now)).toBe('5 minutes ago');
    expect(formatAgo(new Date('2026-11-20T11:00:00Z'), now)).toBe('yesterday');
  });
});
