// Headers that the product knows: they identify the header row, and the separator of a text file.
import { unitColumnOf } from '@survey/contract';
import { trimCell } from './trim-cell.ts';

/** True for a column of the parcel list (R9) and for Status of the bulk update. */
export const isKnownHeader = (cell: string): boolean =>
  unitColumnOf(cell) !== undefined || trimCell(cell).toLowerCase() === 'status';

/** How many cells of a row are headers that the product knows. */
export const countKnownHeaders = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (isKnownHeader(cell) ? 1 : 0), 0);
