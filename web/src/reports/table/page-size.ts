import { limits, type ReportPageSize, type ReportTableView } from '@survey/contract';

/** How many rows the page has: as the address says; without it a link to a page means spec 9's ten. */
export const pageSizeOf = (
  { rows, page }: { rows: ReportPageSize | undefined; page: number },
  view: Pick<ReportTableView, 'rows'>,
): ReportPageSize => rows ?? (page > 1 ? limits.reportPageSize : view.rows);
