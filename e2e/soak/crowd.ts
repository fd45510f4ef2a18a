// Random administrators and phones, all at once, on a server that nobody kills: in the end every phone has the list
// that is there, no call failed, nothing that was acknowledged is lost, and the database found no deadlock.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { administratorToken } from '../product.ts';
import { startServer } from '../server-process.ts';
import { databaseOf, type Findings, findFaultsOfReports } from './checks.ts';
import { Follower } from './followers.ts';
import { Ledger } from './ledger.ts';
import { administrate, prepareWorld, type World } from './many-hands.ts';

export interface CrowdOptions {
  seed: string;
  /** Whether another round is to begin after so many rounds and milliseconds. */
  goesOn(rounds: number, elapsedMs: number): boolean;
  /** Told after every round in one line. */
  onRound?: (line: string) => void;
}

export interface CrowdResult extends Findings {
  rounds: number;
  acknowledged: number;
  /** Answers by call and status, as `addPin 409`. */
  answers: Record<string, number>;
  /** Answers of 500 and above, and requests without an answer. */
  failed: string[];
  /** What phones had otherwise than a fresh phone, when everybody paused. */
  stale: string[];
  deadlocks: number;
}

const administrators = 4;
/** Everybody works so long, then all lists are compared, in milliseconds. */
const roundMs = 4_000;
/** Connections of the database tell what they counted at most once in so many milliseconds. */
const toldMs = 1_200;

const countDeadlocks = async (dataDir: string): Promise<number> => {
  await pause(toldMs);
  const client = new pg.Client({ connectionString: (await databaseOf({ dataDir })).url });
  await client.connect();
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return Number(rows[0]?.deadlocks);
};

/** Everybody works for a while; ends when the last request has its answer. */
const workForAWhile = async (
  round: number,
  world: World,
  phones: Map<string, Follower>,
  ledger: Ledger,
) => {
  const working: Promise<void>[] = [];
  world.isOver = false;
  world.onUser = (username) => {
    const phone = new Follower(world, username);
    phones.set(username, phone);
    working.push(phone.work(ledger));
  };
  for (const phone of phones.values()) working.push(phone.work(ledger));
  for (let number = 0; number < administrators; number += 1)
    working.push(administrate(world, `administrator ${number} in round ${round}`));
  await pause(roundMs);
  world.isOver = true;
  // New users join while others are waited for.
  for (let at = 0; at < working.length; at += 1) await working[at];
};

const compareAll = async (world: World, phones: Map<string, Follower>): Promise<string[]> => {
  for (const username of phones.keys()) if (!world.users.has(username)) phones.delete(username);
  const found: string[] = [];
  for (const phone of phones.values()) found.push(...(await phone.differences()));
  return found;
};

/** Runs it on a server of its own. */
export const crowd = async ({ seed, goesOn, onRound }: CrowdOptions): Promise<CrowdResult> => {
  const server = await startServer();
  const ledger = new Ledger();
  const phones = new Map<string, Follower>();
  const world: World = {
    server,
    token: await administratorToken(server),
    seed,
    users: new Set(),
    usersMade: 0,
    undoable: [],
    isOver: true,
    answers: new Map(),
    failed: [],
    onUser: (username) => phones.set(username, new Follower(world, username)),
  };
  try {
    await prepareWorld(world);
    const stale: string[] = [];
    let rounds = 0;
    for (const begin = performance.now(); goesOn(rounds, performance.now() - begin); rounds += 1) {
      await workForAWhile(rounds, world, phones, ledger);
      stale.push(...(await compareAll(world, phones)));
      onRound?.(
        `round ${rounds + 1}: ${ledger.acknowledged.length} acknowledged, ${world.failed.length} failed, ${stale.length} stale`,
      );
    }
    const faults = await findFaultsOfReports(server, ledger);
    return {
      ...faults,
      rounds,
      acknowledged: ledger.acknowledged.length,
      answers: Object.fromEntries([...world.answers].sort()),
      failed: world.failed,
      stale,
      deadlocks: await countDeadlocks(server.dataDir),
    };
  } finally {
    world.isOver = true;
    await server.remove();
  }
};
