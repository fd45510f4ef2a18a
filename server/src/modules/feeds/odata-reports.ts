// OData 4 at /odata, read only: Excel, Power BI and other clients read reports page by page and ask for changes since.
import { filterNamesSet, storagePath } from '@survey/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { withinReach } from '../../plugins/circle-limits.ts';
import { notFound, toAppError } from '../../plugins/errors.ts';
import { originOf } from '../../plugins/origin-of.ts';
import type { Services } from '../../services.ts';
import { countExported } from '../reports/report-counts.queries.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { chooseSort, sortTooMany } from '../reports/report-plans.ts';
import { jsonValue } from '../spreadsheets/json-cells.ts';
import { readTable } from '../spreadsheets/table.ts';
import { changedPage } from './changed-reports.ts';
import { writePage } from './feed-page.ts';
import { actorOf, answerInMoment, askForKey, forScope } from './feed-requests.ts';
import {
  metadata,
  odataColumns,
  odataExtras,
  photoAddressName,
  propertyNames,
  serviceDocument,
} from './odata-model.ts';
import { type ODataQuery, odataLimits, type Query, readODataQuery } from './odata-query.ts';
import { isUsual, placeAfter } from './page-orders.ts';
import {
  type Condition,
  type Moment,
  momentNow,
  refuseForeignMoment,
  stablePage,
  writeToken,
} from './stable-pages.ts';

const json = 'application/json;odata.metadata=minimal;charset=utf-8';

const rootOf = (request: FastifyRequest): string => `${originOf(request)}/odata`;

/** A function that writes an entity: the properties that were selected, in the order of the model. */
const entityWriter = (select: readonly string[] | undefined, address: string) => {
  const wanted = select ?? propertyNames;
  const photoAt = odataColumns.findIndex(({ kind }) => kind === 'photo');
  const parts = odataColumns
    .map(({ name, kind }, at) => ({ name, begin: `${JSON.stringify(name)}:`, kind, at }))
    .filter(({ name }) => wanted.includes(name));
  const hasPhoto = wanted.includes(photoAddressName);
  return (cells: readonly string[], before = ''): string => {
    let text = `{${before}`;
    for (const { begin, kind, at } of parts) {
      if (text.length > 1) text += ',';
      text += begin + jsonValue(kind, cells[at] as string);
    }
    if (!hasPhoto) return `${text}}`;
    const photo = cells[photoAt] as string;
    const link = photo === '' ? 'null' : jsonValue('text', `${address}${storagePath}${photo}`);
    return `${text}${text.length > 1 ? ',' : ''}"${photoAddressName}":${link}}`;
  };
};

const countOf = async ({ db }: Snapshot, filters: Selection, also?: Condition): Promise<number> => {
  if (!also) return countExported(db, filters);
  const found = await also(matchingReports(db, filters))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return found.count;
};

/**
 * Reports of a filter are sorted for each page in another order than the usual one: up to the number that the list sorts.
 * @throws AppError not-supported for more
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

/** The address of a request with another token. */
const withToken = (request: FastifyRequest, name: '$skiptoken' | '$deltatoken', token: object) => {
  const url = new URL(request.url, originOf(request));
  for (const old of ['$skiptoken', '$deltatoken', '$skip', '$top']) url.searchParams.delete(old);
  url.searchParams.set(name, writeToken(token));
  return url.href;
};

/** `Prefer: odata.maxpagesize=100`: never more than our own. */
const pageSize = ({ headers }: FastifyRequest): number => {
  const [, wished] = /(?:odata\.)?maxpagesize=(\d{1,9})/.exec(String(headers.prefer ?? '')) ?? [];
  return Math.max(1, Math.min(odataLimits.page, Number(wished ?? odataLimits.page)));
};

const reportsPage = async (request: FastifyRequest, snapshot: Snapshot, asked: ODataQuery) => {
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
  const write = entityWriter(select, originOf(request));
  const context = `${rootOf(request)}/$metadata#Reports${select ? `(${select.join(',')})` : ''}`;
  const counted = count === undefined ? '' : `"@odata.count":${count},`;
  return writePage(rows, size, {
    before: `{"@odata.context":${JSON.stringify(context)},${counted}"value":[\n`,
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
      // Who took only the beginning has not read the state that changes would be added to.
      if (left !== null || skip > 0) return '\n]}';
      const delta = withToken(request, '$deltatoken', { ...moment, since: true });
      return `\n],"@odata.deltaLink":${JSON.stringify(delta)}}`;
    },
  });
};

/** Changes since a token. Pages of one reading are told apart by `$skiptoken` beside the `$deltatoken`. */
const changesPage = async (request: FastifyRequest, snapshot: Snapshot, asked: ODataQuery) => {
  const { also, select, token } = asked;
  const since = asked.changesSince as Moment;
  const filters = withinReach(actorOf(request), asked.filters);
  await refuseForeignMoment(snapshot.db, since);
  const { snapshot: seen, newest } = token ?? (await momentNow(snapshot.db));
  const until: Moment = { snapshot: seen, newest };
  const size = pageSize(request);
  const wanted = { filters, also, since, until, after: token?.after, rows: size + 1 };
  const rows = readTable(snapshot, changedPage(snapshot.db, wanted, odataExtras));
  const write = entityWriter(select, originOf(request));
  const root = rootOf(request);
  return writePage(rows, size, {
    before: `{"@odata.context":${JSON.stringify(`${root}/$metadata#Reports/$delta`)},"value":[\n`,
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

const answerError = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const known = toAppError(error);
  if (known.status >= 500 && known.code !== 'not-supported') {
    request.log.error({ err: error }, 'request failed');
  }
  if (known.status === 401) askForKey(reply);
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
  const body = { error: { code: known.code, message: known.message } };
  return reply.code(known.status).type(json).send(JSON.stringify(body));
};

export const odataRoutes: FastifyPluginAsync<{ services: Services }> = async (
  app,
  { services },
) => {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('odata-version', '4.0');
  });
  app.addHook('onRequest', forScope(services, 'reports'));
  const config = { call: 'odata' };
  app.get('/', { config }, async (request, reply) =>
    reply.type(json).send(JSON.stringify(serviceDocument(rootOf(request)))),
  );
  // Whatever is accepted: Power Query asks for JSON and reads XML.
  app.get('/$metadata', { config }, async (_request, reply) =>
    reply.type('application/xml;charset=utf-8').send(metadata),
  );
  app.get('/Reports', { config, compress: false }, (request, reply) => {
    const asked = readODataQuery(request.query as Query);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: json,
      body: await (asked.changesSince ? changesPage : reportsPage)(request, snapshot, asked),
    }));
  });
  app.get('/Reports/$count', { config }, (request, reply) => {
    const { filters, also } = readODataQuery(request.query as Query);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: 'text/plain;charset=utf-8',
      body: String(await countOf(snapshot, withinReach(actorOf(request), filters), also)),
    }));
  });
};
