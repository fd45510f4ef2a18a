import {
  calls,
  type ListedReport,
  limits,
  type PropertyReport,
  type ReportExtra,
  reportExtras,
} from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { read, write } from '../../plugins/calls.ts';
import { reaching, reachOf } from '../../plugins/circle-limits.ts';
import { photoPath } from '../../plugins/photo-links.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { flagsOfReports, listedFlags } from '../checks/flags.queries.ts';
import { threadOf } from '../notes/notes.queries.ts';
import { changePinStatus } from './change-pin-status.commands.ts';
import { filterCounts } from './filter-counts.queries.ts';
import { makeReportCurrent } from './make-current.commands.ts';
import { parcelOf } from './parcel.queries.ts';
import { suggestPins } from './pin-suggestions.queries.ts';
import { reportList } from './report-pages.queries.ts';
import { findReport, type ListRow, reportsOfPin } from './report-rows.queries.ts';
import { sortedPage } from './report-sort.queries.ts';

/** Replaces the photo's name in a row by its link (R22). */
const signed = ({ linkKey }: Services, actor: Actor) => {
  const link = photoPath(linkKey, actor);
  return <Row extends Pick<PropertyReport, 'picture_path'>>(row: Row): Row => ({
    ...row,
    picture_path: row.picture_path && link(row.picture_path),
  });
};

/** The row with the optional fields that were asked for, and no others. */
const withExtras =
  (asked: readonly ReportExtra[] = []) =>
  (row: ListRow & Pick<ListedReport, 'flags'>): ListedReport => {
    const listed: ListedReport = { ...row };
    for (const name of reportExtras) if (!asked.includes(name)) delete listed[name];
    return listed;
  };

export const reportRoutes = {
  allReports: read(calls.allReports, async ({ db, services, actor }, { query }) => {
    const { page, per_page, extra, sort, ...filters } = query;
    const { total, rows } = sort
      ? await sortedPage(db, filters, { sort, page, per_page })
      : await reportList(db, filters, { page, per_page });
    const flags = extra?.includes('flags')
      ? await listedFlags(
          db,
          rows.map(({ id }) => Number(id)),
        )
      : undefined;
    const flagged = rows.map((row) => ({ ...row, flags: flags?.get(Number(row.id)) ?? [] }));
    return {
      data: flagged.map(signed(services, actor)).map(withExtras(extra)),
      total,
      last_page: Math.max(1, Math.ceil(total / per_page)),
      current_page: page,
    };
  }),
  filterCounts: read(calls.filterCounts, async ({ db, actor }, { query }) => {
    const { counts } = await filterCounts(db, query);
    // Values of a filter are counted without that filter, so circles beyond the reach must be removed here.
    const isReachable = reaching(actor);
    const circle = counts.circle?.filter(({ value }) => isReachable(value));
    return { counts: { ...counts, ...(circle && { circle }) } };
  }),
  changePinStatus: write(calls.changePinStatus, ({ db, actor }, { body }) =>
    changePinStatus(db, actor, body),
  ),
  makeReportCurrent: write(calls.makeReportCurrent, ({ db, actor }, { params }) =>
    makeReportCurrent(db, actor, params.id),
  ),
  pinSuggestions: read(calls.pinSuggestions, async ({ db, actor }, { query }) => ({
    pins: await suggestPins(db, query.text, limits.pinSuggestions, reachOf(actor)),
  })),
  reportDetails: read(calls.reportDetails, async ({ db, services, actor }, { params }) => {
    const found = await findReport(db, params.id);
    const all = found ? await reportsOfPin(db, found) : [];
    const flags = await flagsOfReports(
      db,
      all.map(({ id }) => Number(id)),
      photoPath(services.linkKey, actor),
      reachOf(actor),
    );
    const history = all.map((row) => ({ ...row, flags: flags.get(Number(row.id)) ?? [] }));
    const report = history.find(({ id }) => id === params.id);
    if (!report) throw new AppError('not-found', say('no-report', { id: params.id }));
    const { is_current, was_unassigned, is_second, photo_awaited } = report;
    const { set_aside, review, phone, flags: found_flags } = report;
    return {
      report: signed(services, actor)(report),
      is_current,
      was_unassigned,
      is_second,
      photo_awaited,
      set_aside,
      review,
      flags: found_flags,
      phone,
      history: history.map(signed(services, actor)),
      parcel: found ? await parcelOf(db, found) : null,
      thread: found ? await threadOf(db, found) : [],
    };
  }),
};
