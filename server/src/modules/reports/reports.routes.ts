import {
  calls,
  csvFileName,
  limits,
  type PropertyReport,
  photosZipFileName,
  type ReportExtra,
  type ReportFilters,
  totalPhotosHeader,
  totalRowsHeader,
} from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Binding, own, read, write } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import type { Services } from '../../services.ts';
import { streamPhotosZip } from '../exports/report-photos-zip.ts';
import { streamCsv, streamJson } from '../exports/report-streams.ts';
import { cachedAnswer, countsVersion } from '../rollups/versioned-cache.ts';
import { suggestPins } from './pin-suggestions.queries.ts';
import { countPhotos, countReports, reportOptions } from './report-counts.queries.ts';
import { reportList } from './report-pages.queries.ts';
import { findReport, type ListRow, reportsOfPin } from './report-rows.queries.ts';
import { changePinStatus } from './reports.commands.ts';

const json = 'application/json; charset=utf-8';
const csv = 'text/csv; charset=utf-8';

/** Rows whose photo names are replaced by signed links (R22). */
const signed =
  ({ linkKey }: Services) =>
  <Row extends Pick<PropertyReport, 'picture_path'>>(row: Row): Row => ({
    ...row,
    picture_path: row.picture_path && signPhoto(linkKey, row.picture_path),
  });

const withoutExtras = ({ was_assigned, ...row }: ListRow): PropertyReport => row;

const writtenOptions = cachedAnswer(countsVersion, async (db) =>
  JSON.stringify({ options: await reportOptions(db) }),
);

/** All matching reports; the header tells their number. */
const all = async (
  services: Services,
  snapshot: Snapshot,
  { extra, ...filters }: ReportFilters & { extra?: ReportExtra | undefined },
  format: 'json' | 'csv' = 'json',
) => ({
  headers: {
    [totalRowsHeader]: String(await countReports(snapshot.db, filters)),
    vary: 'accept',
  },
  ...(format === 'csv'
    ? { type: csv, fileName: csvFileName, body: streamCsv(snapshot, filters, extra) }
    : { type: json, body: streamJson(snapshot, services, filters, extra) }),
});

export const reportRoutes: Binding[] = [
  read(calls.allReports, async ({ db, services }, { query }) => {
    const { page, per_page, extra, ...filters } = query;
    const { total, rows } = await reportList(db, filters, { page, per_page });
    return {
      data: rows.map(signed(services)).map((row) => (extra ? row : withoutExtras(row))),
      total,
      last_page: Math.max(1, Math.ceil(total / per_page)),
      current_page: page,
    };
  }),
  own(calls.allReportsNoPagination, async (context, { query }) => {
    const { services } = context;
    if (!query.view) return exporting(context, (snapshot) => all(services, snapshot, {}));
    return { type: json, body: await writtenOptions(services) };
  }),
  own(calls.allReportsExport, (context, { query }) => {
    const wantsCsv = context.request.headers.accept?.toLowerCase().includes('text/csv');
    const format = wantsCsv ? 'csv' : 'json';
    return exporting(context, (snapshot) => all(context.services, snapshot, query, format));
  }),
  own(calls.reportMultiple, (context, { body }) =>
    exporting(context, (snapshot) =>
      all(context.services, snapshot, { username: body.usernames, extra: body.extra }),
    ),
  ),
  write(calls.changePinStatus, ({ db, actor }, { body }) => changePinStatus(db, actor, body)),
  read(calls.pinSuggestions, async ({ db }, { query }) => ({
    pins: await suggestPins(db, query.text, limits.pinSuggestions),
  })),
  read(calls.reportDetails, async ({ db, services }, { params }) => {
    const found = await findReport(db, params.id);
    const history = found ? await reportsOfPin(db, found) : [];
    const report = history.find(({ id }) => id === params.id);
    if (!report) throw new AppError('not-found', `There is no report ${params.id}.`);
    const { is_current, was_unassigned, set_aside } = report;
    return {
      report: signed(services)(report),
      is_current,
      was_unassigned,
      set_aside,
      history: history.map(signed(services)),
    };
  }),
  own(calls.reportPhotosZip, (context, { query }) =>
    exporting(context, async (snapshot) => ({
      type: 'application/zip',
      fileName: photosZipFileName,
      headers: { [totalPhotosHeader]: String(await countPhotos(snapshot.db, query)) },
      body: streamPhotosZip(snapshot, context.services, query, context.request.log),
    })),
  ),
];
