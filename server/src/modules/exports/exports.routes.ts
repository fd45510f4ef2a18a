// Exports of all matching or selected reports as JSON, CSV, XLSX or GeoJSON, or of their photos as ZIP.
import {
  calls,
  photosZipFileName,
  type ReportExtra,
  type ReportFilters,
  type SheetOptions,
  totalPhotosHeader,
  totalRowsHeader,
} from '@survey/contract';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Context, own, readerOf } from '../../plugins/calls.ts';
import { reachOf, withinReach } from '../../plugins/circle-limits.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { photoPath } from '../../plugins/photo-links.ts';
import { confirmCount } from '../reports/bulk-selection.queries.ts';
import { countExported, countFlagged, countPhotos } from '../reports/report-counts.queries.ts';
import type { Selection } from '../reports/report-filters.ts';
import { reportOptions, writtenOptions } from '../reports/report-options.queries.ts';
import { writeSheet } from '../spreadsheets/write-sheet.ts';
import { reportFeatures, reportSheet } from './report-files.ts';
import { streamPhotosZip } from './report-photos-zip.ts';
import { streamJson } from './report-streams.ts';

const json = 'application/json; charset=utf-8';

interface Asked {
  filters: Selection;
  extra?: readonly ReportExtra[] | undefined;
}

/** The reports as CSV or XLSX. */
const sheet = async (
  { actor, services, request }: Context<unknown>,
  snapshot: Snapshot,
  asked: Asked,
  options: SheetOptions = { format: 'csv', language: 'en' },
) => {
  const { format } = options;
  // Only the XLSX file states the number of flagged reports, on its last sheet.
  const flagged = format === 'xlsx' ? await countFlagged(snapshot.db, asked.filters) : 0;
  const file = { ...asked, format, flagged, address: originOf(request) };
  return writeSheet({ actor, config: services.config }, options, reportSheet(snapshot, file));
};

/** The header with the number of reports, for clients that show progress. */
const totalOf = async ({ db }: Snapshot, filters: ReportFilters) => ({
  [totalRowsHeader]: String(await countExported(db, filters)),
});

/** All matching reports in the format of the calls of spec 7. */
const all = async (
  context: Context<unknown>,
  snapshot: Snapshot,
  { extra, ...filters }: ReportFilters & { extra?: readonly ReportExtra[] | undefined },
  format: 'json' | 'csv' = 'json',
) => {
  const headers = { ...(await totalOf(snapshot, filters)), vary: 'accept' };
  if (format === 'csv') return { headers, ...(await sheet(context, snapshot, { filters, extra })) };
  const { services, actor } = context;
  const link = photoPath(services.linkKey, actor);
  return { headers, type: json, body: streamJson(snapshot, link, filters, extra) };
};

export const exportsRoutes = {
  allReportsNoPagination: own(calls.allReportsNoPagination, async (context, { query }) => {
    const { services, actor } = context;
    if (!query.view) {
      return exporting(context, (snapshot) => all(context, snapshot, withinReach(actor, {})));
    }
    const reach = reachOf(actor);
    // Within a reach the options are counted from the reports: the rollup of values has no circles.
    const body = reach
      ? JSON.stringify({ options: await reportOptions(readerOf(context), reach) })
      : await writtenOptions(services);
    return { type: json, body };
  }),
  allReportsExport: own(calls.allReportsExport, (context, { query }) => {
    const wantsCsv = context.request.headers.accept?.toLowerCase().includes('text/csv');
    const format = wantsCsv ? 'csv' : 'json';
    return exporting(context, (snapshot) => all(context, snapshot, query, format));
  }),
  exportReports: own(calls.exportReports, (context, { query }) => {
    const { format, language, extra, ...filters } = query;
    return exporting(context, async (snapshot) => {
      const headers = await totalOf(snapshot, filters);
      if (format === 'csv' || format === 'xlsx') {
        const file = await sheet(context, snapshot, { filters, extra }, { format, language });
        return { headers, ...file };
      }
      const address = originOf(context.request);
      return { headers, ...reportFeatures(snapshot, { filters, extra, format, address }) };
    });
  }),
  reportMultiple: own(calls.reportMultiple, (context, { body }) =>
    exporting(context, (snapshot) =>
      all(context, snapshot, {
        ...withinReach(context.actor, { username: body.usernames }),
        extra: body.extra,
      }),
    ),
  ),
  exportSelection: own(calls.exportSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { filters, ids, expected_count, extra, format, language } = body;
      await confirmCount(snapshot.db, { ...filters, ids }, expected_count);
      const asked = { filters: { ...filters, ids }, extra };
      return {
        headers: { [totalRowsHeader]: String(expected_count) },
        ...(await sheet(context, snapshot, asked, { format, language })),
      };
    }),
  ),
  zipSelection: own(calls.zipSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { filters, ids, expected_count } = body;
      const { photos } = await confirmCount(snapshot.db, { ...filters, ids }, expected_count);
      return {
        type: 'application/zip',
        fileName: photosZipFileName,
        headers: { [totalPhotosHeader]: String(photos) },
        body: streamPhotosZip(snapshot, context.services, { ...filters, ids }, context.request.log),
      };
    }),
  ),
  reportPhotosZip: own(calls.reportPhotosZip, (context, { query }) =>
    exporting(context, async (snapshot) => ({
      type: 'application/zip',
      fileName: photosZipFileName,
      headers: { [totalPhotosHeader]: String(await countPhotos(snapshot.db, query)) },
      body: streamPhotosZip(snapshot, context.services, query, context.request.log),
    })),
  ),
};
