// Fills the tables batch by batch; a batch and the mark that it is done are one transaction.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calls, circleKey } from '@survey/contract';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { postJson } from '../post-json.ts';
import { password, type RunningServer } from '../server-process.ts';
import {
  type Makings,
  pinColumns,
  pinLines,
  reportColumns,
  reportLines,
  statusOf,
  unitColumns,
  unitLines,
} from './copy-lines.ts';
import { putBack, takeOff } from './definitions.ts';
import type { PoolPhoto } from './photo-files.ts';
import { makePlan, type Plan } from './plan.ts';
import { makeModels } from './unit-rows.ts';

export interface Filling {
  client: pg.Client;
  server: RunningServer;
  photos: readonly PoolPhoto[];
  reports: number;
  log: (line: string) => void;
}

const filled = ['units', 'assigned_pins', 'reports'] as const;
const batchRows = 100_000;
const pieceBytes = 256 * 1024;

/** Lines joined to chunks of a size that a connection sends efficiently. */
function* pieces(lines: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length > pieceBytes) {
      yield Buffer.from(piece);
      piece = '';
    }
  }
  yield Buffer.from(piece);
}

/** The run's own notes: what was asked for, and what is done. */
const openNotes = async (client: pg.Client, reports: number): Promise<string> => {
  await client.query(`
    create schema if not exists bench;
    create table if not exists bench.run (reports integer, until text);
    create table if not exists bench.done (mark text primary key, at timestamptz default now())`);
  await client.query(
    // The last working day that is over: it ends before 18:00 in Karachi, which is 13:00 UTC.
    `insert into bench.run select $1, to_char(now() at time zone 'UTC' - interval '13 hours', 'YYYY-MM-DD')
    where not exists (select from bench.run)`,
    [reports],
  );
  const { rows } = await client.query<{ reports: number; until: string }>(
    'select reports, until from bench.run',
  );
  const run = rows[0] as (typeof rows)[0];
  if (run.reports !== reports) {
    throw new Error(`This database holds a dataset of ${run.reports} reports.`);
  }
  return run.until;
};

const isDone = async (client: pg.Client, mark: string): Promise<boolean> => {
  const { rowCount } = await client.query('select from bench.done where mark = $1', [mark]);
  return rowCount === 1;
};

/** Does a piece of work in a transaction that also marks it, unless it is marked already. */
const once = async (client: pg.Client, mark: string, work: () => Promise<void>) => {
  if (await isDone(client, mark)) return false;
  await client.query('begin');
  await work();
  await client.query('insert into bench.done (mark) values ($1)', [mark]);
  await client.query('commit');
  return true;
};

/** Creates one surveyor through the server; the others get a copy of the hashed password. */
const signUpFirst = async ({ client, server }: Filling, { surveyors }: Plan): Promise<void> => {
  const { username, name, email, phonenumber, cnic } = surveyors[0] as (typeof surveyors)[0];
  const { rowCount } = await client.query('select from users where username = $1', [username]);
  if (rowCount) return;
  const body = {
    username,
    name,
    email,
    phonenumber,
    cnic,
    password,
    designation: 'Surveyor',
    status: true,
  };
  await postJson(server, calls.mobileSignup, Buffer.from(JSON.stringify(body)));
};

const addPeople = async ({ client }: Filling, { circles, surveyors }: Plan): Promise<void> => {
  const column = <T, V>(rows: readonly T[], value: (row: T) => V) => rows.map(value);
  await client.query(
    `insert into users (role_id, username, name, email, phonenumber, cnic, designation, password_hash)
    select 2, given.username, given.name, given.email, given.phonenumber, given.cnic, 'Surveyor', password_hash
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as given (username, name, email, phonenumber, cnic)
    join users as first on first.username = $6`,
    [
      column(surveyors.slice(1), ({ username }) => username),
      column(surveyors.slice(1), ({ name }) => name),
      column(surveyors.slice(1), ({ email }) => email),
      column(surveyors.slice(1), ({ phonenumber }) => phonenumber),
      column(surveyors.slice(1), ({ cnic }) => cnic),
      surveyors[0]?.username,
    ],
  );
  await client.query(
    `insert into circles (id, name, key) overriding system value
    select * from unnest($1::bigint[], $2::text[], $3::text[])`,
    [
      column(circles, ({ id }) => id),
      column(circles, ({ name }) => name),
      column(circles, ({ name }) => circleKey(name)),
    ],
  );
};

const learnIds = async (client: pg.Client, { surveyors }: Plan): Promise<void> => {
  const { rows } = await client.query<{ id: string; username: string }>(
    'select id, username from users',
  );
  const ids = new Map(rows.map(({ id, username }) => [username, Number(id)]));
  for (const surveyor of surveyors) surveyor.id = ids.get(surveyor.username) as number;
};

/** The circles' surveyors with their counts of pins, which triggers keep from then on. */
const assignCircles = async (client: pg.Client, plan: Plan): Promise<void> => {
  const used = plan.circles.map((circle) => {
    let count = 0;
    for (let index = 0; index < circle.visited; index += 1) count += statusOf(plan, circle, index);
    return count;
  });
  await client.query(
    `insert into circle_assignments (user_id, circle_id, pins_total, pins_used)
    select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])`,
    [
      plan.circles.map(({ surveyor }) => plan.surveyors[surveyor]?.id),
      plan.circles.map(({ id }) => id),
      plan.circles.map(({ units }) => units),
      used,
    ],
  );
  await client.query(`insert into pin_lists (user_id, version)
    select distinct user_id, 1 from circle_assignments`);
};

interface Part {
  table: string;
  columns: string;
  rows: number;
  lines: () => Iterable<string>;
}

const idParts = (
  table: string,
  columns: string,
  lines: (from: number, to: number) => Iterable<string>,
  count: number,
): Part[] =>
  Array.from({ length: Math.ceil(count / batchRows) }, (_, at) => {
    const from = 1 + at * batchRows;
    const to = Math.min(from + batchRows, count + 1);
    return { table, columns, rows: to - from, lines: () => lines(from, to) };
  });

/** Batches of whole days. */
const dayParts = (makings: Makings): Part[] => {
  const { firstIds, days } = makings.plan;
  const parts: Part[] = [];
  for (let from = 0, to = 1; to <= days.length; to += 1) {
    const rows = (firstIds[to] as number) - (firstIds[from] as number);
    if (rows < batchRows && to < days.length) continue;
    const first = from;
    parts.push({
      table: 'reports',
      columns: reportColumns,
      rows,
      lines: () => reportLines(makings, first, to),
    });
    from = to;
  }
  return parts;
};

const copyParts = async ({ client, log }: Filling, parts: readonly Part[]): Promise<void> => {
  const total = parts.reduce((sum, { rows }) => sum + rows, 0);
  const begun = performance.now();
  let [seen, copied, saidAt] = [0, 0, 0];
  for (const [at, { table, columns, rows, lines }] of parts.entries()) {
    const isNew = await once(client, `${table} ${at}`, () =>
      pipeline(
        Readable.from(pieces(lines())),
        client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
      ),
    );
    seen += rows;
    if (isNew) copied += rows;
    const seconds = (performance.now() - begun) / 1000;
    if (seconds - saidAt < 5 && seen < total) continue;
    saidAt = seconds;
    const perSecond = copied / seconds;
    const left = perSecond > 0 ? `${Math.ceil((total - seen) / perSecond)} s left` : '';
    log(
      `${table}: ${seen.toLocaleString('en')} of ${total.toLocaleString('en')}, ${perSecond.toFixed(0)} per s, ${left}`,
    );
  }
};

/** Sets the sequences, so that the next row of each table gets a new id. */
const moveSequences = async (client: pg.Client): Promise<void> => {
  for (const table of [...filled, 'circles']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
  }
};

/** Fills an empty database, or continues an earlier run. */
export const fillTables = async (filling: Filling): Promise<void> => {
  const { client, log, photos, reports } = filling;
  const until = await openNotes(client, reports);
  if (await isDone(client, 'all')) return log('this dataset is there already');
  log('planning');
  const plan = makePlan(reports, until);
  const makings: Makings = { plan, photos, models: makeModels() };
  log(
    `${plan.reports.toLocaleString('en')} reports by ${plan.surveyors.length} surveyors, ${plan.units.toLocaleString('en')} units in ${plan.circles.length} circles`,
  );
  await client.query('set synchronous_commit = off');
  await signUpFirst(filling, plan);
  await once(client, 'people', () => addPeople(filling, plan));
  await learnIds(client, plan);
  await once(client, 'circle assignments', () => assignCircles(client, plan));
  if (!(await isDone(client, 'taken off'))) await takeOff(client, filled);
  const { units } = plan;
  await copyParts(
    filling,
    idParts('units', unitColumns, (from, to) => unitLines(makings, from, to), units),
  );
  await copyParts(
    filling,
    idParts('assigned_pins', pinColumns, (from, to) => pinLines(makings, from, to), units),
  );
  await copyParts(filling, dayParts(makings));
  log('indexes, keys and triggers');
  await putBack(client, log);
  await moveSequences(client);
  log('vacuum analyze');
  for (const table of filled) await client.query(`vacuum analyze ${table}`);
  await client.query('analyze');
  await client.query('checkpoint');
  // Their triggers were off: the next start of a server counts everything once.
  await client.query('update rollup_state set is_whole = false');
  await client.query("insert into bench.done (mark) values ('all')");
};
