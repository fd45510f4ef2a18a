// The units of /odata: the parcel list with the report of each unit, by id, for keys with the scope `units`.
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { isReached, reachOf } from '../../plugins/circle-limits.ts';
import { originOf } from '../../plugins/origin-of.ts';
import { say } from '../../say.ts';
import { readTable } from '../spreadsheets/table.ts';
import { writePage } from './feed-page.ts';
import { actorOf, readableBy } from './feed-requests.ts';
import { unitColumns } from './odata-model.ts';
import { contextOf, entityWriter, pageSize, withToken } from './odata-pages.ts';
import { odataLimits, type UnitsQuery } from './odata-query.ts';
import { countUnits, pinRows } from './pins-of-circle.queries.ts';

/** @throws AppError access-not-allowed for keys without the scope `units` */
export const refuseWithoutUnits = (request: FastifyRequest): void => {
  if (readableBy(request).units) return;
  throw new AppError('access-not-allowed', say('api-key-scope', { scope: 'units' }));
};

const whereOf = (
  request: FastifyRequest,
  condition: RawBuilder<SqlBool> | undefined,
): RawBuilder<SqlBool> => {
  const reached = isReached(reachOf(actorOf(request)), 'circles.key');
  return condition ? sql<SqlBool>`${reached} and ${condition}` : reached;
};

export const unitsCount = (
  request: FastifyRequest,
  { db }: Snapshot,
  { condition }: UnitsQuery,
): Promise<number> => countUnits(db, whereOf(request, condition));

/** A page of units. Units that are added meanwhile come at the end, because their ids are higher. */
export const unitsPage = async (request: FastifyRequest, snapshot: Snapshot, asked: UnitsQuery) => {
  const { owners } = readableBy(request);
  const { token, select } = asked;
  const where = whereOf(request, asked.condition);
  const count = asked.isCounted && !token ? await countUnits(snapshot.db, where) : undefined;
  const left = token ? token.left : (asked.top ?? null);
  const size = Math.min(pageSize(request), left ?? odataLimits.page);
  const rows = readTable(
    snapshot,
    pinRows({
      where,
      withOwners: owners,
      after: token?.after,
      skip: token ? 0 : asked.skip,
      rows: size + 1,
    }),
  );
  const counted = count === undefined ? '' : `"@odata.count":${count},`;
  return writePage(rows, size, {
    before: `{"@odata.context":${contextOf(request, 'Units', select)},${counted}"value":[\n`,
    row: entityWriter(unitColumns(owners), select, originOf(request)),
    after: ({ count: written, last }) => {
      const rest = left === null ? null : left - written;
      if (last === undefined || rest === 0) return '\n]}';
      const next = withToken(request, '$skiptoken', { after: Number(last), left: rest });
      return `\n],"@odata.nextLink":${JSON.stringify(next)}}`;
    },
  });
};

/** SQL for one unit. */
export const unitRow = (request: FastifyRequest, id: number) =>
  pinRows({
    where: whereOf(request, undefined),
    withOwners: readableBy(request).owners,
    only: id,
    rows: 1,
  });
