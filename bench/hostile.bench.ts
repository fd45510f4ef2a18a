// One client attacks while others work: measures the effect on them. Attacker, workers and server are separate
// processes; the attacker has the lowest priority, because in reality it would have its own processors.
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import type { Attack, Target } from '../e2e/hostile/attack.ts';
import { attacks } from '../e2e/hostile/attacks.ts';
import { type Felt, kinds, type Workers, work } from '../e2e/hostile/others.ts';
import { startAttack } from '../e2e/hostile/run-attack.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, type Figure, type Log, median, percentile } from './figures.ts';
import { ordinaryWorkers, tokenFrom } from './ordinary-workers.ts';
import { treeMemory } from './process-memory.ts';
import { email, password } from './server-process.ts';
import { megabyte } from './streams.ts';

/** Seconds of the period without an attack, and of each attack. */
const seconds = 15;
const warmUpSeconds = 8;
/** Interval of memory samples, in milliseconds. */
const lookMs = 250;
/** Longest wait until response times are normal again; beyond it the bench says so. */
const recoverySeconds = 30;
/** Other benches have phones send as much as they can; this one has the limits that operators have. */
const standardRates = { PHONE_REPORTS_PER_HOUR: '', PHONE_MEGABYTES_PER_HOUR: '' };

interface Measured {
  felt: Felt;
  /** Peaks in bytes. */
  memory: { server: number; database: number; all: number };
}

const measure = async (
  opened: OpenDataset,
  workers: Workers,
  forSeconds: number,
): Promise<Measured> => {
  const memory = { server: 0, database: 0, all: 0 };
  const signal = AbortSignal.timeout(forSeconds * 1000);
  let isWorking = true;
  const look = async () => {
    while (isWorking) {
      const { server, database } = await treeMemory(opened.server.pid, opened.databasePid);
      memory.server = Math.max(memory.server, server);
      memory.database = Math.max(memory.database, database);
      memory.all = Math.max(memory.all, server + database);
      await pause(lookMs);
    }
  };
  const looking = look();
  try {
    return { felt: await work(workers, signal), memory };
  } finally {
    isWorking = false;
    await looking;
  }
};

const times = (values: readonly number[]) =>
  `${median(values).toFixed(0)} / ${percentile(values, 0.95).toFixed(0)} / ${Math.max(...values).toFixed(0)}`;

const figuresOf = (
  name: string,
  { felt, memory }: Measured,
  idle: Felt,
  statuses: Record<string, number>,
): Figure[] => {
  const against = name === 'nobody' ? 'nobody attacks' : name;
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [
    ...kinds.map((kind): Figure => {
      const own = felt.times[kind];
      const p95 = percentile(idle.times[kind], 0.95);
      return {
        name: `${against}: ${kind}, p95 (p50 / p95 / worst: ${times(own)} ms)`,
        value: percentile(own, 0.95),
        unit: 'ms',
        limit: { name: 'nobody attacks, p95', value: p95 },
        goal: 5,
      };
    }),
    {
      name: `${against}: 5xx or no answer for the others${answers.length ? ` (attacker saw ${answers.join(', ')})` : ''}`,
      value: felt.failures.length,
      unit: 'times',
      most: 0,
    },
    {
      name: `${against}: memory in all (server and children ${(memory.server / megabyte).toFixed(0)}, PostgreSQL without shared buffers ${(memory.database / megabyte).toFixed(0)})`,
      value: memory.all / megabyte,
      unit: 'MB',
      most: 700,
    },
  ];
};

/** Waits until a first page takes no more than three times its time before; returns the seconds. */
const recover = async (workers: Workers, idle: Felt): Promise<number> => {
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1000;
  const quick = 3 * percentile(idle.times['first page'], 0.95) + 50;
  for (let isQuick = false; !isQuick && passed() < recoverySeconds; ) {
    const { times: again, failures } = await work(workers, AbortSignal.timeout(500));
    isQuick = failures.length === 0 && percentile(again['first page'], 0.95) < quick;
  }
  return passed();
};

/** A person other than the one whose pages are measured, because reads are bounded for each person (ADR 40). */
const attackingAdministrator = async ({ client, server }: OpenDataset): Promise<string> => {
  const attackerEmail = 'attacker@example.org';
  await client.query(
    `insert into users (role_id, username, name, email, password_hash)
    select role_id, $1, name, $1, password_hash from users where email = $2
      and not exists (select from users where email = $1)`,
    [attackerEmail, email],
  );
  return tokenFrom(server.url, calls.login.path, { email: attackerEmail, password });
};

/** Runs these attacks one after the other on a loaded dataset. */
export const runAttacks = async (
  opened: OpenDataset,
  chosen: readonly Attack[],
  log: Log,
): Promise<Figure[]> => {
  const { server } = opened;
  const { workers, otherPhones } = await ordinaryWorkers(opened, chosen.length);
  const administrator = await attackingAdministrator(opened);
  await measure(opened, workers, warmUpSeconds);
  const idle = await measure(opened, workers, seconds);
  const figures = figuresOf('nobody', idle, idle.felt, {});
  log(kinds.map((kind) => `${kind} ${times(idle.felt.times[kind])}`).join(', '));
  for (const [index, attack] of chosen.entries()) {
    // A phone of its own for each attack, because a phone's rate is limited.
    const { token: phone } = otherPhones[index] as (typeof otherPhones)[number];
    const target: Target = { url: server.url, administrator, phone, scale: 1 };
    const attacker = startAttack(attack, target, seconds + 2);
    // Time for the process to start and make its bodies.
    await pause(2000);
    const measured = await measure(opened, workers, seconds);
    const statuses = await attacker.ended;
    const name = `${attack.by}: ${attack.name}`;
    figures.push(...figuresOf(name, measured, idle.felt, statuses));
    const { felt, memory } = measured;
    log(
      `${name}: ${kinds.map((kind) => `${kind} ${times(felt.times[kind])}`).join(', ')}; ${felt.failures.length} failures, ${(memory.all / megabyte).toFixed(0)} MB, attacker saw ${JSON.stringify(statuses)}`,
    );
    const took = await recover(workers, idle.felt);
    if (took > 5) log(`  the others were as quick again after ${took.toFixed(0)} s`);
  }
  return figures;
};

export const hostileBench: Bench = {
  name: 'hostile',
  question: 'What do the others feel when one client attacks?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset, standardRates);
    try {
      const chosen = attacks.filter(({ name }) => name.includes(dataset.only ?? ''));
      const figures = await runAttacks(opened, chosen, log);
      return {
        dataset: `${opened.words}; each attack ${seconds} s by one client, four others work: sign-in, first page, submission with a photo of 200 kB, upload of 100 rows`,
        figures,
      };
    } finally {
      await opened.close();
    }
  },
};
