import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it('offers every page when there are seven or fewer', () => {
    expect(pageWindow(1, 1)).toEqual([1]);
    expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('offers page 1 where there are no records', () => {
    expect(pageWindow(1, 0)).toEqual([1]);
  });

  it('offers first, last and two either side when there are more', () => {
    expect(pageWindow(1, 8)).toEqual([1, 2, 3, 'gap', 8]);
    expect(pageWindow(10, 20)).toEqual([1, 'gap', 8, 9, 10, 11, 12, 'gap', 20]);
    expect(pageWindow(20, 20)).toEqual([1, 'gap', 18, 19, 20]);
  });

  it('leaves no gap between neighbours', () => {
    expect(pageWindow(4, 9)).toEqual([1, 2, 3, 4, 5, 6, 'gap', 9]);
    expect(pageWindow(5, 9)).toEqual([1, 'gap', 3, 4, 5, 6, 7, 'gap', 9]);
  });

  it('stays small with a hundred thousand pages', () => {
    expect(pageWindow(50_000, 100_000)).toHaveLength(9);
  });
});
