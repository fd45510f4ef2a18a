import { describe, expect, it } from 'vitest';
import { dashboardCounts } from './counts.ts';

const counted = (value: number) => ({ value, hasFailed: false });
const failed = { value: 0, hasFailed: true };

describe('dashboardCounts', () => {
  it('takes remaining as total minus surveyed', () => {
    expect(dashboardCounts(counted(24), counted(3500), counted(6000))).toMatchObject({
      users: 24,
      surveyed: 3500,
      remaining: 2500,
      total: 6000,
    });
  });

  it('never lets remaining fall below 0', () => {
    expect(dashboardCounts(counted(1), counted(10), counted(4)).remaining).toBe(0);
  });

  it('has no share where one of its parts could not be counted', () => {
    expect(dashboardCounts(failed, counted(1), counted(2)).hasShare).toBe(true);
    expect(dashboardCounts(counted(1), failed, counted(2)).hasShare).toBe(false);
    expect(dashboardCounts(counted(1), counted(1), failed).hasShare).toBe(false);
  });

  it('has failed only where no count could be had', () => {
    expect(dashboardCounts(failed, counted(1), failed).hasFailed).toBe(false);
    expect(dashboardCounts(failed, failed, failed).hasFailed).toBe(true);
  });
});
