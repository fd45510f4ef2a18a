import type { PropertyReport } from '@survey/contract';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleReports } from '../../testing/sample-reports.ts';
import { useSelection } from './use-selection.ts';

/** Reports 1 to 5 are the first page, 6 to 10 the second. */
const all = sampleReports(10);
const [first, second] = [all.slice(0, 5), all.slice(5)];

const renderSelection = (rows: readonly PropertyReport[] | undefined = first) => {
  const { result, rerender } = renderHook(({ page, key }) => useSelection(page, key), {
    initialProps: { page: rows, key: 'all' },
  });
  const ids = () => [...result.current.ids].sort((one, other) => Number(one) - Number(other));
  const toggle = (id: number, isRange = false) => act(() => result.current.toggle(id, isRange));
  return { result, rerender, ids, toggle };
};

it('toggles one report, and keeps it while other pages are shown', () => {
  const { result, rerender, ids, toggle } = renderSelection();
  toggle(2);
  rerender({ page: second, key: 'all' });
  toggle(7);
  expect(ids()).toEqual([2, 7]);
  expect(result.current.has(2)).toBe(true);
  toggle(7);
  expect(ids()).toEqual([2]);
});

it('a range goes from the report toggled last, up or down, and takes the state of its end', () => {
  const { ids, toggle } = renderSelection();
  toggle(4);
  toggle(2, true);
  expect(ids()).toEqual([2, 3, 4]);
  toggle(5, true);
  expect(ids()).toEqual([2, 3, 4, 5]);
  toggle(3, true);
  expect(ids()).toEqual([2]);
});

it('a range whose beginning is on another page is one report', () => {
  const { rerender, ids, toggle } = renderSelection();
  toggle(2);
  rerender({ page: second, key: 'all' });
  toggle(9, true);
  expect(ids()).toEqual([2, 9]);
});

it('selects the page where part of it is selected, and deselects it where all of it is', () => {
  const { result, rerender, ids, toggle } = renderSelection();
  toggle(3);
  act(() => result.current.togglePage());
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  rerender({ page: second, key: 'all' });
  act(() => result.current.togglePage());
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  act(() => result.current.togglePage());
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
});

it('"all that match" has every report; without one of them it is this page without that one', () => {
  const { result, ids, toggle } = renderSelection();
  toggle(1);
  act(() => result.current.chooseAll());
  expect(result.current).toMatchObject({ isAll: true, ids: new Set() });
  expect(result.current.has(999)).toBe(true);
  toggle(2);
  expect(result.current.isAll).toBe(false);
  expect(ids()).toEqual([1, 3, 4, 5]);
});

it('"all that match" is left by the box of the page, and by clearing', () => {
  const { result } = renderSelection();
  for (const leave of ['togglePage', 'clear'] as const) {
    act(() => result.current.chooseAll());
    act(() => result.current[leave]());
    expect(result.current).toMatchObject({ isAll: false, ids: new Set() });
  }
});

it('other filters clear the selection and the beginning of a range; the same ones do not', () => {
  const { rerender, ids, toggle } = renderSelection();
  toggle(1);
  rerender({ page: [...first], key: 'all' });
  expect(ids()).toEqual([1]);
  rerender({ page: first, key: 'land=Vacant' });
  expect(ids()).toEqual([]);
  toggle(3, true);
  expect(ids()).toEqual([3]);
});

it('its functions stay the same, so that rows need not be rendered again', () => {
  const { result, toggle } = renderSelection();
  const { toggle: before, togglePage, chooseAll, clear } = result.current;
  toggle(1);
  expect(result.current).toMatchObject({ toggle: before, togglePage, chooseAll, clear });
});
