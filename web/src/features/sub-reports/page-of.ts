import { limits } from '@survey/contract';

/** The number of pages that `count` records fill; at least one. */
export const lastPageOf = (count: number): number =>
  Math.max(1, Math.ceil(count / limits.reportPageSize));

/** The records of one page, from 1. */
export const pageOf = <Row>(rows: readonly Row[], page: number): readonly Row[] =>
  rows.slice((page - 1) * limits.reportPageSize, page * limits.reportPageSize);
