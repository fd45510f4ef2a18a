import {
  circleKey,
  type previewStatuses as previewStatusesCall,
  type ReplyOf,
} from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import type { RowBatch } from '../../plugins/json-rows.ts';
import { RefusedRows } from '../../plugins/refused-rows.ts';
import { isBlankStatus, readStatusRow } from './status-rows.ts';

interface FileRow {
  circle_key: string;
  pin: string;
  /** Counted from 1. */
  row_number: string;
}

/** The rows of a file, column by column. */
const readFile = async (batches: AsyncIterable<RowBatch>) => {
  const refused = new RefusedRows('pins');
  const file = {
    circleKeys: [] as string[],
    circles: [] as string[],
    pins: [] as string[],
    statuses: [] as number[],
    blanks: [] as boolean[],
  };
  for await (const { first, rows } of batches) {
    for (const [offset, row] of rows.entries()) {
      const status = refused.guard(first + offset, () => readStatusRow(row));
      if (!status) continue;
      file.circleKeys.push(circleKey(status.circle));
      file.circles.push(status.circle);
      file.pins.push(status.pin);
      file.statuses.push(status.status);
      file.blanks.push(isBlankStatus(row));
    }
  }
  refused.throwIfAny();
  return file;
};

/** Most contradicting pins that the answer names. */
const contradictingNamed = 10;

/**
 * What `changeStatusBulk` would do with these rows.
 * @throws AppError invalid-input naming the invalid rows
 */
export const previewStatuses = async (
  db: Reader,
  batches: AsyncIterable<RowBatch>,
): Promise<ReplyOf<typeof previewStatusesCall>> => {
  const { circleKeys, circles, pins, statuses, blanks } = await readFile(batches);
  const { rows } = await sql<ReplyOf<typeof previewStatusesCall>>`
    with newest as materialized (
      select circle_key, pin, min(circle) as circle, count(*) as file_rows, min(at) as at,
        max(at * 4 + blank::int * 2 + status) & 1 as status,
        max(at * 4 + blank::int * 2 + status) & 2 > 0 as is_blank,
        min(status) <> max(status) as contradicts
      from unnest(${circleKeys}::text[], ${circles}::text[], ${pins}::text[], ${statuses}::int[],
        ${blanks}::boolean[]) with ordinality as file (circle_key, circle, pin, status, blank, at)
      group by circle_key, pin
    ), found as materialized (
      select newest.at, newest.status, is_blank, file_rows, count(assigned_pins.id) as pins,
        count(*) filter (where assigned_pins.status <> newest.status) as changed
      from newest
      left join circles on circles.key = newest.circle_key
      left join units on units.circle_id = circles.id and units.pin = newest.pin
      left join assigned_pins on assigned_pins.unit_id = units.id
      group by newest.at, newest.status, is_blank, file_rows
    )
    select coalesce(sum(changed) filter (where status = 1), 0)::int as set,
      coalesce(sum(changed) filter (where status = 0), 0)::int as reset,
      coalesce(sum(pins - changed), 0)::int as unchanged,
      coalesce(sum(changed) filter (where status = 0 and is_blank), 0)::int as blank_resets,
      json_build_object('rows', coalesce(sum(file_rows) filter (where pins = 0), 0),
        'pins', count(*) filter (where pins = 0)) as unmatched,
      json_build_object('count', (select count(*) from newest where contradicts), 'first', (
        select coalesce(json_agg(json_build_object('circle', circle, 'pin', pin) order by at), '[]')
        from (select * from newest where contradicts order by at limit ${contradictingNamed}) as named
      )) as contradicting
    from found`.execute(db as Kysely<Tables>);
  return rows[0] as ReplyOf<typeof previewStatusesCall>;
};

/**
 * Finds the rows whose circle and pin are on nobody's list.
 * @returns their positions, counted from 0, in order
 * @throws AppError invalid-input naming the invalid rows
 */
export const findUnmatchedRows = async (
  db: Reader,
  batches: AsyncIterable<RowBatch>,
): Promise<number[]> => {
  const { circleKeys, pins } = await readFile(batches);
  const file = sql<FileRow>`unnest(${circleKeys}::text[], ${pins}::text[]) with ordinality`;
  const unmatched = await db
    .selectFrom(file.as<'file'>(sql`file (circle_key, pin, row_number)`))
    .select('row_number')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('circles')
            .innerJoin('units', 'units.circle_id', 'circles.id')
            .innerJoin('assigned_pins', 'assigned_pins.unit_id', 'units.id')
            .whereRef('circles.key', '=', 'file.circle_key')
            .whereRef('units.pin', '=', 'file.pin'),
        ),
      ),
    )
    .orderBy('row_number')
    .execute();
  return unmatched.map(({ row_number }) => Number(row_number) - 1);
};
