import { reportColumns, viewLimits } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  mayBeCut,
  moveColumn,
  orderedColumns,
  readTableView,
  resizeColumn,
  shownColumns,
  toggleColumn,
  usualView,
} from './table-view.ts';

describe('the view of the report table', () => {
  it('is the usual one where what was stored does not fit', () => {
    for (const stored of [null, 'wide', { hidden: ['salary'] }, { widths: { pin: 1 } }]) {
      expect(readTableView(stored)).toEqual(usualView);
    }
  });

  it('takes over what browsers stored before columns could be moved', () => {
    expect(readTableView({ hidden: ['info'], density: 'compact' })).toEqual({
      ...usualView,
      hidden: ['info'],
      density: 'compact',
    });
  });

  it('shows all 21 columns, the PIN first and never hidden', () => {
    expect(orderedColumns(usualView)).toHaveLength(reportColumns.length);
    expect(shownColumns({ ...usualView, hidden: ['pin', 'id'], order: ['land', 'pin'] })).toEqual([
      'pin',
      'land',
      ...reportColumns.filter((field) => !['pin', 'land', 'id'].includes(field)),
    ]);
  });

  it('moves columns, but not before the PIN nor beyond the end', () => {
    const [, first = 'id', second = 'id'] = orderedColumns(usualView);
    expect(orderedColumns(moveColumn(usualView, first, 1)).slice(1, 3)).toEqual([second, first]);
    expect(moveColumn(usualView, first, -1)).toBe(usualView);
    expect(moveColumn(usualView, 'pin', 3)).toBe(usualView);
    expect(orderedColumns(moveColumn(usualView, first, 99)).at(-1)).toBe(first);
  });

  it('hides and shows, widens within limits, and gives a width back', () => {
    expect(toggleColumn(toggleColumn(usualView, 'info'), 'info')).toEqual(usualView);
    const wide = resizeColumn(usualView, 'land', 99_999);
    expect(wide.widths).toEqual({ land: viewLimits.columnWidthMax });
    expect(resizeColumn(wide, 'land', undefined)).toEqual(usualView);
  });

  it('knows what fits into a column: times and phones as they are written, less where it is narrower', () => {
    const roomOf = (view: typeof usualView, name: string) =>
      columnsOf(view).find(({ field }) => field === name)?.room ?? 0;
    const fits = {
      capture_time: '21/11/2026 18:05:59',
      user_phone: '0300-1234567',
      id: '10000000',
    };
    for (const [field, text] of Object.entries(fits)) {
      expect([field, mayBeCut(text, roomOf(usualView, field))]).toEqual([field, false]);
    }
    const town = 'Green Town, Lahore';
    expect(mayBeCut(town, roomOf(usualView, 'circle'))).toBe(false);
    expect(mayBeCut(town.toUpperCase(), 150)).toBe(true);
    expect(mayBeCut(town, roomOf(resizeColumn(usualView, 'circle', 100), 'circle'))).toBe(true);
  });
});
