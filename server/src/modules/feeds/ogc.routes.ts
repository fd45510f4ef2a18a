// OGC API – Features at /ogc, read only: QGIS, GDAL and ArcGIS open the survey as a layer.
import { storagePath } from '@survey/contract';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { reachOf, withinReach } from '../../plugins/circle-limits.ts';
import { notFound } from '../../plugins/errors.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { featureWriter } from '../exports/report-geojson.ts';
import { reportTable } from '../exports/report-table.queries.ts';
import { countExported } from '../reports/report-counts.queries.ts';
import { type Column, readTable, type TableRows } from '../spreadsheets/table.ts';
import { readOne, writePage } from './feed-page.ts';
import { actorOf, answerInMoment, askForKey, forScope, readableBy } from './feed-requests.ts';
import {
  apiDefinition,
  type Collection,
  collectionDocument,
  collectionsDocument,
  conformance,
  landingPage,
  mediaTypes,
  pinsCollection,
  reportsCollection,
} from './ogc-documents.ts';
import { type Query, readItemsQuery, readPinsQuery } from './ogc-parameters.ts';
import { newestFirst } from './page-orders.ts';
import { circlesWithPins, pinColumns, pinRows } from './pins-of-circle.queries.ts';
import { momentNow, refuseForeignMoment, stablePage, writeToken } from './stable-pages.ts';

const extra = ['review', 'reviewed_by', 'reviewed_at', 'was_assigned', 'is_second'] as const;

const rootOf = (request: FastifyRequest): string => `${originOf(request)}/ogc`;

const noFeature = () => new AppError('not-found', say('no-feature'));

interface ItemsPage {
  request: FastifyRequest;
  columns: readonly Column[];
  rows: TableRows;
  limit: number;
  matched?: number | undefined;
  tokenAfter: (id: number) => string;
}

/**
 * Writes a page of features with its links. The next link has the same parameters and a token for where this page ends.
 */
const writeItems = ({ request, columns, rows, limit, matched, tokenAfter }: ItemsPage) => {
  const address = originOf(request);
  const here = new URL(request.url, address);
  const write = featureWriter(columns, (name) => `${address}${storagePath}${name}`);
  const linkTo = (rel: string, url: URL) => ({ rel, type: mediaTypes.features, href: url.href });
  return writePage(rows, limit, {
    before: '{"type":"FeatureCollection","features":[\n',
    row: (cells) => write(cells).text,
    after: ({ count, last }) => {
      const links = [linkTo('self', here)];
      if (last !== undefined) {
        const next = new URL(here);
        next.searchParams.set('token', tokenAfter(Number(last)));
        links.push(linkTo('next', next));
      }
      const end = {
        links,
        timeStamp: new Date().toISOString(),
        ...(matched !== undefined && { numberMatched: matched }),
        numberReturned: count,
      };
      return `\n],${JSON.stringify(end).slice(1)}\n`;
    },
  });
};

/** One feature. @throws AppError not-found */
const writeFeature = async (
  request: FastifyRequest,
  columns: readonly Column[],
  rows: TableRows,
): Promise<string> => {
  const address = originOf(request);
  const write = featureWriter(columns, (name) => `${address}${storagePath}${name}`);
  const text = await readOne(rows, (cells) => write(cells).text);
  if (text === undefined) throw noFeature();
  return text;
};

const reportsPage = async (request: FastifyRequest, snapshot: Snapshot) => {
  const { filters: asked, limit, also, token } = readItemsQuery(request.query as Query);
  const filters = withinReach(actorOf(request), asked);
  if (token) await refuseForeignMoment(snapshot.db, token);
  const moment = token ?? (await momentNow(snapshot.db));
  // Counted for the first page only, and not with a further condition: that count would read all reports. It comes before
  // the rows, because a snapshot takes no further query once the rows are streamed.
  const matched = token || also ? undefined : await countExported(snapshot.db, filters);
  const place = token && { after: token.after, isUnknown: false };
  const wanted = { filters, moment, order: newestFirst, place, rows: limit + 1 };
  const query = stablePage(snapshot.db, also ? { ...wanted, also } : wanted, extra);
  return writeItems({
    request,
    columns: reportTable(extra),
    rows: readTable(snapshot, query),
    limit,
    matched,
    tokenAfter: (after) => writeToken({ ...moment, after }),
  });
};

export const ogcRoutes: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  app.addHook('onError', async (request, reply) => {
    if (!request.actor) askForKey(reply);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });
  const config = { call: 'ogcFeatures' };
  const reports = { config, onRequest: forScope(services, 'reports') };
  const items = { ...reports, compress: false as const };

  const collectionsFor = async (request: FastifyRequest): Promise<Collection[]> => {
    const reach = reachOf(actorOf(request));
    const pins = readableBy(request).units
      ? await circlesWithPins(services.database.db, reach)
      : [];
    return [reportsCollection, ...pins.map(({ id, name }) => pinsCollection(id, name))];
  };
  const collectionOf = async (request: FastifyRequest): Promise<Collection> => {
    const { collection } = request.params as { collection: string };
    const found = (await collectionsFor(request)).find(({ id }) => id === collection);
    if (!found) throw new AppError('not-found', say('no-collection'));
    return found;
  };
  const pinsOf = async (request: FastifyRequest) => {
    const { id } = await collectionOf(request);
    const circleId = Number(id.replace('pins-', ''));
    return {
      where: sql<SqlBool>`units.circle_id = ${circleId}`,
      withOwners: readableBy(request).owners,
    };
  };

  app.get('/', reports, async (request) => landingPage(rootOf(request)));
  app.get('/conformance', reports, async () => conformance);
  app.get('/api', reports, async (request, reply) =>
    reply.type(mediaTypes.openApi).send(JSON.stringify(apiDefinition(rootOf(request)))),
  );
  app.get('/collections', reports, async (request) =>
    collectionsDocument(rootOf(request), await collectionsFor(request)),
  );
  app.get('/collections/:collection', reports, async (request) =>
    collectionDocument(rootOf(request), await collectionOf(request)),
  );

  app.get('/collections/reports/items', items, (request, reply) =>
    answerInMoment(services, request, reply, async (snapshot) => ({
      type: mediaTypes.features,
      body: await reportsPage(request, snapshot),
    })),
  );
  app.get('/collections/reports/items/:feature', items, (request, reply) =>
    answerInMoment(services, request, reply, async (snapshot) => {
      const id = Number((request.params as { feature: string }).feature);
      if (!Number.isSafeInteger(id)) throw noFeature();
      const filters = { ...withinReach(actorOf(request), {}), ids: [id] };
      const moment = await momentNow(snapshot.db);
      const query = stablePage(
        snapshot.db,
        { filters, moment, order: newestFirst, rows: 1 },
        extra,
      );
      const rows = readTable(snapshot, query);
      return {
        type: mediaTypes.features,
        body: await writeFeature(request, reportTable(extra), rows),
      };
    }),
  );

  app.get('/collections/:collection/items', items, (request, reply) =>
    answerInMoment(services, request, reply, async (snapshot) => {
      const pins = await pinsOf(request);
      const { limit, after } = readPinsQuery(request.query as Query);
      const rows = readTable(snapshot, pinRows({ ...pins, after, rows: limit + 1 }));
      const columns = pinColumns(pins.withOwners);
      const tokenAfter = (id: number) => String(id);
      return {
        type: mediaTypes.features,
        body: writeItems({ request, columns, rows, limit, tokenAfter }),
      };
    }),
  );
  app.get('/collections/:collection/items/:feature', items, (request, reply) =>
    answerInMoment(services, request, reply, async (snapshot) => {
      const pins = await pinsOf(request);
      const only = Number((request.params as { feature: string }).feature);
      if (!Number.isSafeInteger(only)) throw noFeature();
      const rows = readTable(snapshot, pinRows({ ...pins, only, rows: 1 }));
      const body = await writeFeature(request, pinColumns(pins.withOwners), rows);
      return { type: mediaTypes.features, body };
    }),
  );
};
