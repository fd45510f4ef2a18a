// What the table of reports looks like: order, visibility and width of its columns, row height, page size.
import {
  type PropertyReport,
  type ReportTableView,
  reportColumns,
  reportTableView,
  viewLimits,
} from '@survey/contract';

export type ReportField = keyof PropertyReport;

export const usualView: ReportTableView = {
  order: [],
  hidden: [],
  widths: {},
  density: 'normal',
  rows: 10,
};

/** Whatever was stored, as a view; the usual one where it does not fit any more. */
export const readTableView = (stored: unknown): ReportTableView =>
  reportTableView.catch(usualView).parse({ ...usualView, ...(stored as object | null) });

/** All columns in the order of the view: the PIN first, those it does not name in their usual order. */
export const orderedColumns = ({ order }: Pick<ReportTableView, 'order'>): ReportField[] => {
  const named = (order as ReportField[]).filter((field) => field !== 'pin');
  const others = reportColumns.filter((field) => field !== 'pin' && !named.includes(field));
  return ['pin', ...new Set(named), ...others];
};

/** The columns that are shown; the PIN always is. */
export const shownColumns = (view: ReportTableView): ReportField[] =>
  orderedColumns(view).filter((field) => field === 'pin' || !view.hidden.includes(field));

export const toggleColumn = (view: ReportTableView, field: ReportField): ReportTableView => ({
  ...view,
  hidden: view.hidden.includes(field)
    ? view.hidden.filter((hidden) => hidden !== field)
    : [...view.hidden, field],
});

/** Moves a column by places; nothing moves before the PIN or beyond the end. */
export const moveColumn = (
  view: ReportTableView,
  field: ReportField,
  by: number,
): ReportTableView => {
  const order = orderedColumns(view);
  const from = order.indexOf(field);
  const to = Math.min(Math.max(from + by, 1), order.length - 1);
  if (field === 'pin' || from === to) return view;
  order.splice(from, 1);
  order.splice(to, 0, field);
  return { ...view, order };
};

/** Gives a column a width in px, within the limits; undefined gives it back its own. */
export const resizeColumn = (
  view: ReportTableView,
  field: ReportField,
  width: number | undefined,
): ReportTableView => {
  const { [field]: _, ...others } = view.widths;
  if (width === undefined) return { ...view, widths: others };
  const { columnWidthMin, columnWidthMax } = viewLimits;
  const allowed = Math.round(Math.min(Math.max(width, columnWidthMin), columnWidthMax));
  return { ...view, widths: { ...others, [field]: allowed } };
};
