// The reports of /odata: pages of one moment, and the changes since.
import { filterNamesSet } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { withinReach } from '../../plugins/circle-limits.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { countExported } from '../reports/report-counts.queries.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { chooseSort, sortTooMany } from '../reports/report-plans.ts';
import { readTable } from '../spreadsheets/table.ts';
import { changedPage } from './changed-reports.ts';
import { writePage } from './feed-page.ts';
import { actorOf } from './feed-requests.ts';
import { odataColumns, odataExtras } from './odata-model.ts';
import { contextOf, entityWriter, pageSize, rootOf, withToken } from './odata-pages.ts';
import { type ODataQuery, odataLimits } from './odata-query.ts';
import { isUsual, newestFirst, placeAfter } from './page-orders.ts';
import {
  type Condition,
  type Moment,
  momentNow,
  refuseForeignMoment,
  stablePage,
  writeToken,
} from './stable-pages.ts';

const countOf = async ({ db }: Snapshot, filters: Selection, also?: Condition): Promise<number> => {
  if (!also) return countExported(db, filters);
  const found = await also(matchingReports(db, filters))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return found.count;
};

/**
 * In an unusual order, the reports of a filter are sorted again for each page. So their number has the same limit as in
 * the report list.
 * @throws AppError not-supported above the limit
 */
const refuseLongSort = async (
  snapshot: Snapshot,
  { filters, also, order }: Pick<ODataQuery, 'filters' | 'also' | 'order'>,
  known: number | undefined,
): Promise<void> => {
  if (isUsual(order) || (filterNamesSet(filters).length === 0 && !also)) return;
  const count = known ?? (await countOf(snapshot, filters, also));
  if (chooseSort(true, count) === 'refuse') {
    throw new AppError('not-supported', sortTooMany(count));
  }
};

/** A page of the reports that were current at the moment of the first page. */
export const reportsPage = async (
  request: FastifyRequest,
  snapshot: Snapshot,
  asked: ODataQuery,
) => {
  const { also, order, token, select, skip } = asked;
  const filters = withinReach(actorOf(request), asked.filters);
  if (token) await refuseForeignMoment(snapshot.db, token);
  const { snapshot: seen, newest } = token ?? (await momentNow(snapshot.db));
  const moment: Moment = { snapshot: seen, newest };
  const count = asked.isCounted && !token ? await countOf(snapshot, filters, also) : undefined;
  if (!token) await refuseLongSort(snapshot, { ...asked, filters }, count);
  const place = token && (await placeAfter(snapshot.db, order, token.after));
  const left = token ? token.left : (asked.top ?? null);
  const size = Math.min(pageSize(request), left ?? odataLimits.page);
  const wanted = {
    filters,
    moment,
    order,
    place,
    skip: token ? 0 : skip,
    rows: size + 1,
  };
  const rows = readTable(
    snapshot,
    stablePage(snapshot.db, also ? { ...wanted, also } : wanted, odataExtras),
  );
  const write = entityWriter(odataColumns, select, originOf(request));
  const counted = count === undefined ? '' : `"@odata.count":${count},`;
  return writePage(rows, size, {
    before: `{"@odata.context":${contextOf(request, 'Reports', select)},${counted}"value":[\n`,
    row: write,
    after: ({ count: written, last }) => {
      const rest = left === null ? null : left - written;
      if (last !== undefined && rest !== 0) {
        const next = withToken(request, '$skiptoken', {
          ...moment,
          after: Number(last),
          left: rest,
        });
        return `\n],"@odata.nextLink":${JSON.stringify(next)}}`;
      }
      // A client that reads only a part has no complete state to which changes could be applied.
      if (left !== null || skip > 0) return '\n]}';
      const delta = withToken(request, '$deltatoken', { ...moment, since: true });
      return `\n],"@odata.deltaLink":${JSON.stringify(delta)}}`;
    },
  });
};

/** A page of the changes since a token. `$skiptoken` beside `$deltatoken` marks the further pages of one reading. */
export const changesPage = async (
  request: FastifyRequest,
  snapshot: Snapshot,
  asked: ODataQuery,
) => {
  const { also, select, token } = asked;
  const since = asked.changesSince as Moment;
  const filters = withinReach(actorOf(request), asked.filters);
  await refuseForeignMoment(snapshot.db, since);
  const { snapshot: seen, newest } = token ?? (await momentNow(snapshot.db));
  const until: Moment = { snapshot: seen, newest };
  const size = pageSize(request);
  const wanted = { filters, also, since, until, after: token?.after, rows: size + 1 };
  const rows = readTable(snapshot, changedPage(snapshot.db, wanted, odataExtras));
  const write = entityWriter(odataColumns, select, originOf(request));
  const root = rootOf(request);
  return writePage(rows, size, {
    before: `{"@odata.context":${contextOf(request, 'Reports', undefined, '/$delta')},"value":[\n`,
    row: (cells) =>
      cells[odataColumns.length] === '1'
        ? write(cells)
        : `{"@odata.removed":{"reason":"deleted"},"@odata.id":${JSON.stringify(`${root}/Reports(${cells[0]})`)},"id":${cells[0]}}`,
    after: ({ last }) => {
      if (last === undefined) {
        const delta = withToken(request, '$deltatoken', { ...until, since: true });
        return `\n],"@odata.deltaLink":${JSON.stringify(delta)}}`;
      }
      const next = new URL(request.url, originOf(request));
      next.searchParams.set(
        '$skiptoken',
        writeToken({ ...until, after: Number(last), left: null }),
      );
      return `\n],"@odata.nextLink":${JSON.stringify(next.href)}}`;
    },
  });
};

export const reportsCount = (
  request: FastifyRequest,
  snapshot: Snapshot,
  { filters, also }: Pick<ODataQuery, 'filters' | 'also'>,
): Promise<number> => countOf(snapshot, withinReach(actorOf(request), filters), also);

/** SQL for one current report. */
export const reportRow = async (request: FastifyRequest, { db }: Snapshot, id: number) => {
  const filters = { ...withinReach(actorOf(request), {}), ids: [id] };
  const moment = await momentNow(db);
  return stablePage(db, { filters, moment, order: newestFirst, rows: 1 }, odataExtras);
};
