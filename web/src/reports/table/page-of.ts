/** The number of pages of `size` that `count` records fill; at least one. */
export const lastPageOf = (count: number, size: number): number =>
  Math.max(1, Math.ceil(count / size));

/** The records of one page, from 1. */
export const pageOf = <Row>(rows: readonly Row[], page: number, size: number): readonly Row[] =>
  rows.slice((page - 1) * size, page * size);
