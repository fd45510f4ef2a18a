// Random administrators and phones, all at once, on a server that is not killed: in the end every phone has the current
// list, no call failed, nothing acknowledged is lost, and the database found no deadlock.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { administratorToken } from '../product.ts';
import { startServer } from '../server-process.ts';
import { databaseOf, type Findings, findFaultsOfReports, storesOf } from './checks.ts';
import { Follower } from './followers.ts';
import { Ledger } from './ledger.ts';
import { administrate, prepareWorld, type World } from './many-hands.ts';

export interface CrowdOptions {
  seed: string;
  /** Whether to begin another round after this many rounds and milliseconds. */
  goesOn(rounds: number, elapsedMs: number): boolean;
  /** Called after every round with one line. */
  onRound?: (line: string) => void;
}

export interface CrowdResult extends Findings {
  rounds: number;
  acknowledged: number;
  /** Answers by call and status, as `addPin 409`. */
  answers: Record<string, number>;
  /** Answers of 500 and above, and requests without an answer. */
  failed: string[];
  /** Differences between a phone's list and a fresh phone's, during a pause. */
  stale: string[];
  deadlocks: number;
}

const administrators = 4;
/** Length of a round in milliseconds; after it all lists are compared. */
const roundMs = 4_000;
/** Connections of the database report their statistics at most once in this many milliseconds. */
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
  // New users may join while this waits.
  for (let at = 0; at < working.length; at += 1) await working[at];
};

const compareAll = async (world: World, phones: Map<string, Follower>): Promise<string[]> => {
  for (const username of phones.keys()) if (!world.users.has(username)) phones.delete(username);
  const found: string[] = [];
  for (const phone of phones.values()) found.push(...(await phone.differences()));
  return found;
};

/** Runs it on a separate server. */
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
    const faults = await findFaultsOfReports(storesOf(server), ledger);
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
