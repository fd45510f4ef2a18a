import { limits, type ReportPageSize, type ReportTableView } from '@survey/contract';

/** The rows of a page: from the address; a link to a page without it means the ten of spec 9. */
export const pageSizeOf = (
  { rows, page }: { rows: ReportPageSize | undefined; page: number },
  view: Pick<ReportTableView, 'rows'>,
): ReportPageSize => rows ?? (page > 1 ? limits.reportPageSize : view.rows);
