// Exports: all matching reports or those of a selection, as JSON, CSV or their photos in a ZIP.
import {
  calls,
  csvFileName,
  photosZipFileName,
  type ReportExtra,
  type ReportFilters,
  totalPhotosHeader,
  totalRowsHeader,
} from '@survey/contract';
import type { Snapshot } from '../../database/snapshot.ts';
import { own } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import type { Services } from '../../services.ts';
import { confirmCount } from '../reports/bulk-selection.queries.ts';
import { countExported, countPhotos } from '../reports/report-counts.queries.ts';
import { writtenOptions } from '../reports/report-options.queries.ts';
import { streamPhotosZip } from './report-photos-zip.ts';
import { streamCsv, streamJson } from './report-streams.ts';

const json = 'application/json; charset=utf-8';
const csv = 'text/csv; charset=utf-8';

/** All matching reports; the header tells their number. */
const all = async (
  services: Services,
  snapshot: Snapshot,
  { extra, ...filters }: ReportFilters & { extra?: readonly ReportExtra[] | undefined },
  format: 'json' | 'csv' = 'json',
) => ({
  headers: {
    [totalRowsHeader]: String(await countExported(snapshot.db, filters)),
    vary: 'accept',
  },
  ...(format === 'csv'
    ? { type: csv, fileName: csvFileName, body: streamCsv(snapshot, filters, extra) }
    : { type: json, body: streamJson(snapshot, services, filters, extra) }),
});

export const exportsRoutes = {
  allReportsNoPagination: own(calls.allReportsNoPagination, async (context, { query }) => {
    const { services } = context;
    if (!query.view) return exporting(context, (snapshot) => all(services, snapshot, {}));
    return { type: json, body: await writtenOptions(services) };
  }),
  allReportsExport: own(calls.allReportsExport, (context, { query }) => {
    const wantsCsv = context.request.headers.accept?.toLowerCase().includes('text/csv');
    const format = wantsCsv ? 'csv' : 'json';
    return exporting(context, (snapshot) => all(context.services, snapshot, query, format));
  }),
  reportMultiple: own(calls.reportMultiple, (context, { body }) =>
    exporting(context, (snapshot) =>
      all(context.services, snapshot, { username: body.usernames, extra: body.extra }),
    ),
  ),
  exportSelection: own(calls.exportSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { filters, ids, expected_count } = body;
      await confirmCount(snapshot.db, { ...filters, ids }, expected_count);
      return {
        type: 'text/csv; charset=utf-8',
        fileName: csvFileName,
        headers: { [totalRowsHeader]: String(expected_count) },
        body: streamCsv(snapshot, { ...filters, ids }),
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
