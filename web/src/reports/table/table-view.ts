// The view of the report table: order, visibility and width of its columns, row height, page size.
import {
  type PropertyReport,
  type ReportTableView,
  reportColumns,
  reportTableView,
  viewLimits,
} from '@survey/contract';
import { readSession } from '../../api/session.ts';
import { readStored } from '../../ui/use-stored-state.ts';

export type ReportField = keyof PropertyReport;

/** In a window up to this height a page of ten rows of the normal height would not fit, in px. */
const lowWindow = 900;

export const usualView: ReportTableView = {
  order: [],
  hidden: [],
  widths: {},
  density: globalThis.innerHeight <= lowWindow ? 'compact' : 'normal',
  rows: 10,
};

/** Default column widths in px: fixed, so that columns keep their place from page to page. */
export const usualWidths: Record<ReportField, number> = {
  id: 92,
  username: 130,
  user_name: 140,
  user_phone: 128,
  circle: 200,
  pin: 172,
  info: 160,
  floors_num: 84,
  basement: 104,
  Store_front: 112,
  land_area: 108,
  covered_area: 128,
  land: 140,
  other: 160,
  comments: 220,
  latitude: 116,
  longitude: 116,
  capture_time: 174,
  submission_time: 174,
  resubmission: 150,
  picture_path: 112,
};

/** A stored value as a view; the default where it is not valid. */
export const readTableView = (stored: unknown): ReportTableView =>
  reportTableView.catch(usualView).parse({ ...usualView, ...(stored as object | null) });

/** The local storage key of the signed-in user's view. */
export const viewKey = (): string => `report-table-view${readSession()?.user.id ?? ''}`;

/** The view stored in this browser. */
export const storedTableView = (): ReportTableView =>
  readTableView(readStored(viewKey(), usualView));

/** All columns in the order of the view: the PIN first, those it does not name in their usual order. */
export const orderedColumns = ({ order }: Pick<ReportTableView, 'order'>): ReportField[] => {
  const named = (order as ReportField[]).filter((field) => field !== 'pin');
  const others = reportColumns.filter((field) => field !== 'pin' && !named.includes(field));
  return ['pin', ...new Set(named), ...others];
};

/** The columns that are shown; the PIN always is. */
export const shownColumns = (view: ReportTableView): ReportField[] =>
  orderedColumns(view).filter((field) => field === 'pin' || !view.hidden.includes(field));

export interface ShownColumn {
  field: ReportField;
  /** The width for text in its cells, in px. */
  room: number;
}

/** A cell's padding, and the box of the PIN's cell, in px. */
const [cellPadding, boxWidth] = [24, 26];

/** The visible columns with the width for their text. */
export const columnsOf = (view: ReportTableView): ShownColumn[] =>
  shownColumns(view).map((field) => {
    const width = view.widths[field] ?? usualWidths[field];
    return { field, room: width - cellPadding - (field === 'pin' ? boxWidth : 0) };
  });

/** Estimated letter widths of the table's font in px, on the high side: lower case, and capitals. */
const letter = { usual: 7.2, wide: 9.2 };
const wideLetters = /[A-Zmw@%]/g;

/** True where a text may be too wide. An estimate: measuring would force a layout. */
export const mayBeCut = (text: string, room: number): boolean => {
  if (text.length * letter.wide <= room) return false;
  const wide = text.match(wideLetters)?.length ?? 0;
  return text.length * letter.usual + wide * (letter.wide - letter.usual) > room;
};

export const toggleColumn = (view: ReportTableView, field: ReportField): ReportTableView => ({
  ...view,
  hidden: view.hidden.includes(field)
    ? view.hidden.filter((hidden) => hidden !== field)
    : [...view.hidden, field],
});

/** Moves a column by a number of positions, never before the PIN or beyond the end. */
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

/** Sets the width of a column in px, within the limits; undefined resets it. */
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
