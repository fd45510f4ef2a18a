// OData 4 at /odata, read only: Excel, Power BI and other clients read reports and units page by page, and then the
// changes.
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { notFound, toAppError } from '../../plugins/errors.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { readTable } from '../spreadsheets/table.ts';
import { readOne } from './feed-page.ts';
import { answerInMoment, askForKey, forScope, readableBy } from './feed-requests.ts';
import {
  metadata,
  odataColumns,
  propertyNames,
  serviceDocument,
  unitColumns,
} from './odata-model.ts';
import { contextOf, entityWriter, json, rootOf } from './odata-pages.ts';
import { type Query, readEntityQuery, readODataQuery, readUnitsQuery } from './odata-query.ts';
import { changesPage, reportRow, reportsCount, reportsPage } from './odata-reports.ts';
import { refuseWithoutUnits, unitRow, unitsCount, unitsPage } from './odata-units.ts';

const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = toAppError(error);
  if (known.status >= 500 && known.code !== 'not-supported') {
    request.log.error({ err: error }, 'request failed');
  }
  if (known.status === 401) askForKey(reply);
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
  const body = { error: { code: known.code, message: known.message } };
  return reply.code(known.status).type(json).send(JSON.stringify(body));
};

const text = 'text/plain;charset=utf-8';

/** @throws AppError access-not-allowed, invalid-input, not-supported */
const readUnits = (request: FastifyRequest) => {
  refuseWithoutUnits(request);
  return readUnitsQuery(request.query as Query, readableBy(request).owners);
};

/** The path of one entity, such as `Reports(17)`. */
const entityPath = /^(Reports|Units)\((\d{1,15})\)$/;

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
  const page = { config, compress: false as const };
  app.get('/', { config }, async (request, reply) =>
    reply.type(json).send(JSON.stringify(serviceDocument(rootOf(request), readableBy(request)))),
  );
  // `Accept` is ignored: Power Query asks for JSON here and expects XML.
  app.get('/$metadata', { config }, async (request, reply) =>
    reply.type('application/xml;charset=utf-8').send(metadata(readableBy(request))),
  );
  app.get('/Reports', page, (request, reply) => {
    const asked = readODataQuery(request.query as Query);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: json,
      body: await (asked.changesSince ? changesPage : reportsPage)(request, snapshot, asked),
    }));
  });
  app.get('/Reports/$count', { config }, (request, reply) => {
    const asked = readODataQuery(request.query as Query);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: text,
      body: String(await reportsCount(request, snapshot, asked)),
    }));
  });
  app.get('/Units', page, (request, reply) => {
    const asked = readUnits(request);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: json,
      body: await unitsPage(request, snapshot, asked),
    }));
  });
  app.get('/Units/$count', { config }, (request, reply) => {
    const asked = readUnits(request);
    return answerInMoment(services, request, reply, async (snapshot) => ({
      type: text,
      body: String(await unitsCount(request, snapshot, asked)),
    }));
  });
  app.get('/:entity', { config }, (request, reply) => {
    const [, set, key] = entityPath.exec((request.params as { entity: string }).entity) ?? [];
    if (!set) throw notFound(request);
    const isUnit = set === 'Units';
    if (isUnit) refuseWithoutUnits(request);
    const columns = isUnit ? unitColumns(readableBy(request).owners) : odataColumns;
    const names = isUnit ? columns.map(({ name }) => name) : propertyNames;
    const select = readEntityQuery(request.query as Query, names);
    return answerInMoment(services, request, reply, async (snapshot) => {
      const query = isUnit
        ? unitRow(request, Number(key))
        : await reportRow(request, snapshot, Number(key));
      const write = entityWriter(columns, select, originOf(request));
      const entity = await readOne(readTable(snapshot, query), write);
      if (entity === undefined) {
        const none = isUnit ? say('no-feature') : say('no-report', { id: Number(key) });
        throw new AppError('not-found', none);
      }
      const context = contextOf(request, set, select, '/$entity');
      return { type: json, body: `{"@odata.context":${context},${entity.slice(1)}` };
    });
  });
};
