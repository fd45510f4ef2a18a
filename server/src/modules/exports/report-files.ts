// Many reports as CSV, XLSX or GeoJSON, newest first, streamed from the database and never all in memory.
import {
  type AreaRange,
  type Box,
  csvFileName,
  fileTypes,
  filterNamesSet,
  type ReportExtra,
  reportColumns,
  type SheetFormat,
  storagePath,
  writeBox,
  writeRange,
} from '@survey/contract';
import type { Snapshot } from '../../database/snapshot.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { newestFirst } from '../reports/report-rows.queries.ts';
import type { Row } from '../spreadsheets/csv-cells.ts';
import type { SheetText } from '../spreadsheets/sheet-texts.ts';
import { type Column, readTable } from '../spreadsheets/table.ts';
import type { Sheet } from '../spreadsheets/write-sheet.ts';
import type { AboutLine } from '../spreadsheets/xlsx-parts.ts';
import { writeGeoJson, writeGeoJsonSequence } from './report-geojson.ts';
import { reportTable, withCells } from './report-table.queries.ts';

/** What goes into a file of reports. */
export interface ReportFile<Format> {
  filters: Selection;
  extra?: readonly ReportExtra[] | undefined;
  format: Format;
  /** The address by which the client reached this server, for links. */
  address: string;
}

/** The filters as text for the file: names as in the address, values as they were given. */
const saidFilters = ({ ids, ...filters }: Selection): [string, string][] => [
  ...filterNamesSet(filters).map((name): [string, string] => {
    const value = filters[name];
    if (name === 'box') return [name, writeBox(value as Box)];
    const values = [value].flat() as (string | number | boolean | AreaRange)[];
    return [
      name,
      values.map((one) => (typeof one === 'object' ? writeRange(one) : String(one))).join(', '),
    ];
  }),
  ...(ids ? [['ids', ids.join(', ')] as [string, string]] : []),
];

/** Index of the column `id`. */
const idAt = reportColumns.indexOf('id');

/** Columns after the visible ones of a sheet; they are only counted for its last sheet. */
const countedExtras = ['review', 'is_second', 'was_assigned'] as const satisfies ReportExtra[];

/** Counts rows for the last sheet, which describes the file. */
const tally = (columns: readonly Column[], visible: number, flagged: number) => {
  const counts = {
    rows: 0,
    reviewed: 0,
    sentBack: 0,
    second: 0,
    offList: 0,
    noPhoto: 0,
    noPlace: 0,
  };
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const [photo, latitude, longitude] = [at('picture_path'), at('latitude'), at('longitude')];
  const share = (count: number): string =>
    counts.rows === 0 ? '0' : `${count} (${((count / counts.rows) * 100).toFixed(1)} %)`;
  return {
    onRow: (row: Row) => {
      const review = row.text(visible);
      counts.rows += 1;
      if (review === 'sent_back') counts.sentBack += 1;
      else if (review !== 'new') counts.reviewed += 1;
      if (row.text(visible + 1) === '1') counts.second += 1;
      if (row.text(visible + 2) === '0') counts.offList += 1;
      if (row.isEmpty(photo)) counts.noPhoto += 1;
      if (row.isEmpty(latitude) || row.isEmpty(longitude)) counts.noPlace += 1;
    },
    counted: (text: (name: SheetText) => string): AboutLine[] => [
      [text('reviewed'), share(counts.reviewed)],
      [text('sentBack'), share(counts.sentBack)],
      [text('flagged'), share(flagged)],
      [text('second'), share(counts.second)],
      [text('notOnList'), share(counts.offList)],
      [text('withoutPhoto'), share(counts.noPhoto)],
      [text('withoutPlace'), share(counts.noPlace)],
    ],
  };
};

/** The matching reports of the snapshot as the file of spec 9 (R21), or as XLSX, with the extra columns asked for. */
export const reportSheet = (
  snapshot: Snapshot,
  {
    filters,
    extra = [],
    format,
    address,
    flagged = 0,
  }: ReportFile<SheetFormat> & { flagged?: number },
): Sheet => {
  const columns = reportTable(extra);
  const hidden = format === 'xlsx' ? countedExtras : [];
  const query = withCells(matchingReports(snapshot.db, filters), [...extra, ...hidden]);
  const rows = readTable(snapshot, newestFirst(query));
  return {
    fileName: csvFileName.replace(/\.csv$/, ''),
    title: 'reports',
    columns,
    rows,
    filters: saidFilters(filters),
    // Links of photos expire, but files are kept: this links to the console, which checks who may see the photo.
    linkOf: (row) => `${address}/report?report=${row.text(idAt)}`,
    ...tally(columns, columns.length, flagged),
  };
};

/** The matching reports of the snapshot as GeoJSON, with times in UTC. */
export const reportFeatures = (
  snapshot: Snapshot,
  { filters, extra = [], format, address }: ReportFile<'geojson' | 'geojsonseq'>,
) => {
  const query = withCells(matchingReports(snapshot.db, filters), extra, 'UTC');
  const rows = readTable(snapshot, newestFirst(query));
  const write = format === 'geojson' ? writeGeoJson : writeGeoJsonSequence;
  return {
    type: fileTypes[format],
    fileName: `property_report.${format}`,
    body: write(reportTable(extra), rows, (name) => `${address}${storagePath}${name}`),
  };
};
