// Upload of spreadsheets (spec 2): the server's time compared with bare PostgreSQL, the memory of an upload, and its
// effect on others.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import type pg from 'pg';
import { type Bench, type BenchResult, best, type Figure, percentile } from './figures.ts';
import { bareImport, bareStatusUpdate, connect } from './import-bare.ts';
import {
  circleNames,
  copyLines,
  rowCount,
  sheetBody,
  statusArrays,
  statusBody,
} from './import-dataset.ts';
import { postJson } from './post-json.ts';
import { type RunningServer, startServer } from './server-process.ts';

const rounds = 5;
const surveyors = 10;
const reportCount = 50_000;
const idleMs = 8_000;
const megabyte = 1024 * 1024;

type Log = (line: string) => void;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const expectCount = (answer: Record<string, unknown>, name: string, count: number): void => {
  if (answer[name] !== count) throw new Error(`${name} is ${answer[name]}, not ${count}`);
};

/** A checkpoint and a vacuum, so that no round is slowed by the writes and dead rows of an earlier one. */
const settle = async (client: pg.Client, table: string): Promise<void> => {
  await client.query(`vacuum analyze ${table}`);
  await client.query('checkpoint');
};

/** Units, whatever refers to them, and what is kept of their number go. */
const emptyUnits = async (client: pg.Client): Promise<void> => {
  // The trigger that refuses to truncate counted tables; the ordinary role owns them. One query is one transaction.
  await client.query(`alter table units disable trigger user;
    alter table reports disable trigger user;
    truncate units, unit_deltas, rollup_circles restart identity cascade;
    alter table units enable trigger user;
    alter table reports enable trigger user`);
  await client.query('checkpoint');
};

/** Reports for the page that others look at meanwhile. */
const addReports = (client: pg.Client) =>
  client.query(`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
      land, land_area, capture_time)
    select gen_random_uuid(), 'bench-1', 'Surveyor 1', '0300', 'Circle 1', 'circle 1', n::text,
      'Residential', n % 400, now() - n * interval '1 minute'
    from generate_series(1, ${reportCount}) as n`);

/** Measures the server's resident memory from now on; the returned function gives the figure of its growth. */
const watchMemory = async (server: RunningServer) => {
  const before = await server.memory();
  await server.resetPeak();
  return async (name: string, body: Buffer): Promise<Figure> => ({
    name: `server memory grown by ${name}`,
    value: ((await server.peak()) - before) / megabyte,
    unit: 'MB',
    limit: { name: 'the body', value: body.length / megabyte },
    goal: 3,
  });
};

const measureImport = async (server: RunningServer, client: pg.Client, log: Log) => {
  const [body, changedBody] = [sheetBody(), sheetBody({ owner: 'Heir' })];
  const [lines, changedLines] = [copyLines(), copyLines({ owner: 'Heir' })];
  const upload = (sent: Buffer, counted: string) =>
    timed(async () =>
      expectCount(await postJson(server, calls.storeRecords, sent), counted, rowCount),
    );
  const times = { whole: [], again: [], changed: [], bare: [], bareChanged: [] } as Record<
    'whole' | 'again' | 'changed' | 'bare' | 'bareChanged',
    number[]
  >;
  const memory = await watchMemory(server);
  for (let round = 0; round < rounds; round += 1) {
    await emptyUnits(client);
    times.whole.push(await upload(body, 'stored'));
    await settle(client, 'units');
    times.again.push(await upload(body, 'unchanged'));
    times.changed.push(await upload(changedBody, 'updated'));
    await emptyUnits(client);
    times.bare.push(await timed(() => bareImport(client, lines)));
    await settle(client, 'units');
    times.bareChanged.push(await timed(() => bareImport(client, changedLines)));
    log(
      Object.entries(times)
        .map(([name, all]) => `${name} ${all.at(-1)?.toFixed(2)} s`)
        .join(', '),
    );
  }
  const limit = { name: 'bare COPY + merge', value: best(times.bare) };
  const limitOfChange = { name: 'bare, every row changed', value: best(times.bareChanged) };
  const figures: Figure[] = [
    { name: 'store-records, new sheet', value: best(times.whole), unit: 's', limit, goal: 1.5 },
    { name: 'store-records, the same sheet again', value: best(times.again), unit: 's' },
    {
      name: 'store-records, every row changed',
      value: best(times.changed),
      unit: 's',
      limit: limitOfChange,
      goal: 1.5,
    },
    await memory('the first uploads of a fresh server', body),
  ];
  await emptyUnits(client);
  await postJson(server, calls.storeRecords, body);
  return { figures, bodyBytes: body.length };
};

const assignAll = async (server: RunningServer): Promise<void> => {
  for (let number = 0; number < surveyors; number += 1) {
    const body = {
      username: `bench-${number}`,
      email: `bench-${number}@example.org`,
      password: 'bench-secret',
      cnic: `35202-12345${String(number).padStart(2, '0')}-1`,
      name: `Surveyor ${number}`,
      phonenumber: '03001234567',
      designation: 'Surveyor',
      status: true,
    };
    await postJson(server, calls.mobileSignup, Buffer.from(JSON.stringify(body)));
  }
  for (const [index, circle] of circleNames().entries()) {
    const body = { username: `bench-${index % surveyors}`, circle };
    await postJson(server, calls.storeCirclePins, Buffer.from(JSON.stringify(body)));
  }
};

const measureStatuses = async (server: RunningServer, client: pg.Client, log: Log) => {
  await assignAll(server);
  const body = statusBody(1);
  const arrays = statusArrays(0);
  const [whole, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await settle(client, 'assigned_pins');
    whole.push(
      await timed(async () =>
        expectCount(await postJson(server, calls.changeStatusBulk, body), 'updated', rowCount),
      ),
    );
    await settle(client, 'assigned_pins');
    bare.push(await timed(() => bareStatusUpdate(client, arrays)));
    log(`statuses ${whole.at(-1)?.toFixed(2)} s, bare ${bare.at(-1)?.toFixed(2)} s`);
  }
  const limit = { name: 'bare unnest update', value: best(bare) };
  const figure: Figure = {
    name: 'change-status-bulk, every status changed',
    value: best(whole),
    unit: 's',
    limit,
    goal: 1.3,
  };
  return [figure];
};

const startLatencyProbe = ({ url, token }: RunningServer): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...['--import', 'tsx'],
      path.join(import.meta.dirname, 'latency-probe.ts'),
      `${url}${calls.allReports.path}?page=1`,
      token,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );

/** The 95th percentile of the report page, idle and while each of the uploads runs; and memory meanwhile. */
const measureOthers = async (server: RunningServer, log: Log) => {
  const light = startLatencyProbe(server);
  if (!light.stdout) throw new Error('no output');
  const answers = createInterface({ input: light.stdout })[Symbol.asyncIterator]();
  const timesSince = async (): Promise<number[]> => {
    light.stdin?.write('\n');
    return JSON.parse((await answers.next()).value as string) as number[];
  };
  await pause(2_000);
  await timesSince();
  await pause(idleMs);
  const idle = percentile(await timesSince(), 0.95);
  log(`report page idle: p95 ${idle.toFixed(1)} ms`);

  const figures: Figure[] = [];
  const during = async (
    name: string,
    body: Buffer,
    call = calls.storeRecords as typeof calls.storeRecords | typeof calls.changeStatusBulk,
  ) => {
    await pause(1_000);
    const memory = await watchMemory(server);
    await timesSince();
    const seconds = await timed(() => postJson(server, call, body));
    const times = await timesSince();
    figures.push(
      {
        name: `report page p95 during ${name}`,
        value: percentile(times, 0.95),
        unit: 'ms',
        limit: { name: 'idle', value: idle },
        goal: 3,
      },
      await memory(name, body),
    );
    log(`${name}: ${seconds.toFixed(1)} s, ${times.length} report pages meanwhile`);
  };
  await during('store-records', sheetBody({ circles: 'Other' }));
  await during('change-status-bulk', statusBody(0), calls.changeStatusBulk);
  await during('store-records of 250 MB', sheetBody({ circles: 'Wide', padding: 1_010 }));
  light.stdin?.end();
  await once(light, 'exit');
  return figures;
};

export const importBench: Bench = {
  name: 'import',
  question:
    'What does a spreadsheet of 200 000 rows cost over the bare database, and do others notice it?',
  run: async (log): Promise<BenchResult> => {
    const server = await startServer();
    const client = await connect(server.databaseUrl);
    try {
      const { figures, bodyBytes } = await measureImport(server, client, log);
      const statuses = await measureStatuses(server, client, log);
      await addReports(client);
      await settle(client, 'reports');
      const others = await measureOthers(server, log);
      return {
        dataset: `${rowCount.toLocaleString('en')} rows of 12 columns in ${circleNames().length} circles, body ${(bodyBytes / megabyte).toFixed(0)} MB; ${surveyors} surveyors, ${reportCount.toLocaleString('en')} reports; best of ${rounds} rounds`,
        figures: [...figures, ...statuses, ...others],
      };
    } finally {
      await client.end();
      await server.stop();
    }
  },
};
