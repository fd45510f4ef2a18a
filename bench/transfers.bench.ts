// A circle of 20 000 pins is given to a surveyor and handed on to another.
import { type Call, calls } from '@survey/contract';
import type pg from 'pg';
import { type Bench, best, type Figure } from './figures.ts';
import { connect } from './import-bare.ts';
import { postJson } from './post-json.ts';
import { startServer } from './server-process.ts';

const pins = 20_000;
const rounds = 5;
const circle = 'Transfer Town';
const source = 'source-1';
const target = 'target-1';

/** The least that gives a circle: its assignment, and a row for each of its units. */
const bareAssign = async (client: pg.Client): Promise<void> => {
  await client.query('begin');
  await client.query(
    `insert into circle_assignments (user_id, circle_id)
    select users.id, circles.id from users, circles where username = $1 and circles.name = $2`,
    [source, circle],
  );
  await client.query(
    `insert into assigned_pins (user_id, circle_id, unit_id, version)
    select users.id, circle_id, units.id, 1 from users, units join circles on circles.id = circle_id
    where username = $1 and circles.name = $2`,
    [source, circle],
  );
  await client.query('commit');
};

/** The least that hands it on: the rows change their user, and the phone that had them learns it. */
const bareTransfer = async (client: pg.Client): Promise<void> => {
  const of = (name: string) => `(select id from users where username = '${name}')`;
  await client.query('begin');
  await client.query(`insert into circle_assignments (user_id, circle_id)
    select ${of(target)}, circle_id from circle_assignments where user_id = ${of(source)}`);
  await client.query(`with moved as (
      update assigned_pins set user_id = ${of(target)}, version = 2 where user_id = ${of(source)} returning id)
    insert into removed_pins (user_id, assigned_pin_id, version) select ${of(source)}, id, 2 from moved`);
  await client.query(`delete from circle_assignments where user_id = ${of(source)}`);
  await client.query('commit');
};

/** Nobody has a pin, and nothing waits for an earlier round's writes. */
const reset = async (client: pg.Client): Promise<void> => {
  await client.query('delete from circle_assignments; delete from removed_pins');
  await client.query('vacuum analyze assigned_pins, circle_assignments, removed_pins');
  await client.query('checkpoint');
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

export const transfersBench: Bench = {
  name: 'transfers',
  question: 'What do giving and handing on a circle of 20 000 pins cost over the bare SQL?',
  run: async (log) => {
    const server = await startServer();
    const client = await connect(server.databaseUrl);
    const post = (call: Call, body: object) =>
      postJson(server, call, Buffer.from(JSON.stringify(body)));
    try {
      const records = Array.from({ length: pins }, (_, at) => ({
        Circle: circle,
        Pin: String(at),
      }));
      await post(calls.storeRecords, { records });
      for (const [at, username] of [source, target].entries()) {
        await post(calls.mobileSignup, {
          username,
          name: username,
          email: `${username}@example.org`,
          password: 'bench-secret',
          cnic: `35202-000000${at}-1`,
          phonenumber: '03001234567',
          designation: 'Surveyor',
          status: true,
        });
      }
      const times = { assign: [], transfer: [], bareAssign: [], bareTransfer: [] } as Record<
        string,
        number[]
      >;
      const note = async (name: string, work: () => Promise<unknown>) =>
        times[name]?.push(await timed(work));
      for (let round = 0; round < rounds; round += 1) {
        await reset(client);
        await note('bareAssign', () => bareAssign(client));
        await client.query('checkpoint');
        await note('bareTransfer', () => bareTransfer(client));
        await reset(client);
        await note('assign', () => post(calls.storeCirclePins, { username: source, circle }));
        await client.query('checkpoint');
        await note('transfer', () =>
          post(calls.transferPins, { source_user: source, target_user: target, circle }),
        );
        log(
          Object.entries(times)
            .map(([name, all]) => `${name} ${all.at(-1)?.toFixed(0)} ms`)
            .join(', '),
        );
      }
      const figure = (name: string, key: string, bareKey: string): Figure => ({
        name,
        value: best(times[key] ?? []),
        unit: 'ms',
        limit: { name: 'bare SQL', value: best(times[bareKey] ?? []) },
        goal: 1.5,
      });
      return {
        dataset: `a circle of ${pins.toLocaleString('en')} pins, best of ${rounds} rounds`,
        figures: [
          figure('store-circle-pins', 'assign', 'bareAssign'),
          figure('transfer-pins', 'transfer', 'bareTransfer'),
        ],
      };
    } finally {
      await client.end();
      await server.stop();
    }
  },
};
