// Soak test of a cluster: each part of it fails once while everybody works. `npm run soak -- --cluster`.
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, startCluster } from '../cluster/cluster.ts';
import { type DatabaseNode, shippedTimes, type Times } from '../cluster/database-nodes.ts';
import { until } from '../cluster/processes.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Findings, findFaults } from './checks.ts';
import { type Exports, exporting, listening, submitting } from './cluster-witness.ts';
import { Ledger } from './ledger.ts';
import { checkRollups } from './rollups.ts';
import { prepare, work } from './workload.ts';

/** Makes something fail; its answer puts it right again. */
type Fault = (cluster: Cluster) => Promise<() => Promise<void>>;

const leaderOf = async ({ database }: Cluster): Promise<DatabaseNode> => {
  const leader = await database.leader();
  if (!leader) throw new Error('no node leads');
  return leader;
};

const ofLeader =
  (fail: (node: DatabaseNode) => Promise<void> | void, mend: (node: DatabaseNode) => void): Fault =>
  async (cluster) => {
    const node = await leaderOf(cluster);
    await fail(node);
    return async () => mend(node);
  };

/** How long what is frozen, cut off or away stays so, in milliseconds: longer than a silent leader remains one. */
const awayMs = ({ ttl }: Times): number => Math.max(15_000, ttl * 1500);

/** Everything that may happen, by its name. */
const faults = {
  'switchover by hand': async ({ database }) => {
    await database.switchOver();
    return async () => undefined;
  },
  'node of the primary killed': ofLeader(
    ({ kill }) => kill(),
    ({ start }) => start(),
  ),
  'PostgreSQL of the primary killed': ofLeader(
    ({ killPostgres }) => killPostgres(),
    () => undefined,
  ),
  'node of the primary frozen': ofLeader(
    ({ freeze }) => freeze(),
    ({ thaw }) => thaw(),
  ),
  'primary cut off from the network': ofLeader(
    ({ cutOff }) => cutOff(),
    ({ reconnect }) => reconnect(),
  ),
  'synchronous standby killed': async ({ database }) => {
    const node = await database.synchronousStandby();
    await node.kill();
    return async () => node.start();
  },
  'leader of etcd killed': async ({ database }) => {
    const member = await database.etcdLeader();
    await member.kill();
    return async () => member.start();
  },
  'server killed': async ({ servers }) => {
    const server = servers[0] as ServerProcess;
    await server.kill();
    return () => server.restart();
  },
  'object store lost': async ({ store }) => {
    await store.kill();
    return () => store.start();
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export interface Outcome {
  name: FaultName;
  /** Longest time without an acknowledged report, without a photo and with one, in milliseconds. */
  withoutReports: number;
  withoutPhotos: number;
  /** From the fault until every kind of work had been done again, in milliseconds. */
  untilAllWork: number;
}

export interface ClusterSoakResult extends Findings {
  outcomes: Outcome[];
  exports: Exports;
  acknowledged: number;
}

export interface ClusterSoakOptions {
  names: readonly FaultName[];
  times?: Times;
  settings?: NodeJS.ProcessEnv;
  say?: (line: string) => void;
}

/** Starts a cluster, and lets one part of it fail after the other. Throws at any unexpected answer. */
export const clusterSoak = async ({
  names,
  say = () => undefined,
  ...options
}: ClusterSoakOptions): Promise<ClusterSoakResult> => {
  const cluster = await startCluster({ ...options, say });
  const ledger = new Ledger();
  const findings: Findings = { lost: [], doubled: [], wrong: [] };
  const exports: Exports = { whole: 0, brokenOff: 0, short: [] };
  const outcomes: Outcome[] = [];
  const databaseUrl = async () => cluster.databaseUrl;
  const look = async (photo?: (name: string) => Promise<Buffer | undefined>) => {
    const found = await findFaults({ databaseUrl, ...(photo && { photo }) }, ledger);
    for (const kind of ['lost', 'doubled', 'wrong'] as const)
      findings[kind] = [...new Set([...findings[kind], ...found[kind]])];
  };
  try {
    const scene = await prepare(cluster, ledger);
    const bare = await submitting(scene, 'witness.bare', false);
    const pictured = await submitting(scene, 'witness.photo', true);
    const console = listening(scene);
    let failure: unknown;
    const working = Promise.all([
      work(scene),
      bare.work,
      pictured.work,
      console.work,
      exporting(scene, exports),
    ]).catch((error: unknown) => {
      failure = error;
      ledger.isOver = true;
    });
    /** Counts and times that grow with each success, by kind of work. */
    const progress = (): Record<string, number> => ({
      ...ledger.changes,
      exports: exports.whole,
      reports: bare.last(),
      photos: pictured.last(),
      'live updates': console.heard.last,
    });
    /** Kinds of work that have not succeeded since the fault. */
    const idleSince = (before: Record<string, number>) =>
      Object.entries(progress()).flatMap(([who, now]) => (now > (before[who] ?? 0) ? [] : [who]));
    await until('everybody works', async () => Object.keys(ledger.changes).length === 5);
    for (const name of names) {
      await pause(2000);
      bare.takeLongestGap();
      pictured.takeLongestGap();
      const begin = performance.now();
      const mend = await faults[name](cluster);
      if (name === 'server killed' || name === 'switchover by hand') await pause(3000);
      else await pause(awayMs(options.times ?? shippedTimes));
      await mend();
      const before = progress();
      let idle: string[] = [];
      await until(`everybody works after: ${name}`, async () => {
        idle = idleSince(before);
        return failure !== undefined || idle.length === 0;
      }).catch((error: Error) => findings.wrong.push(`${error.message}, but for ${idle.join()}`));
      if (failure) throw failure;
      const untilAllWork = performance.now() - begin;
      const outcome = {
        name,
        withoutReports: bare.takeLongestGap(),
        withoutPhotos: pictured.takeLongestGap(),
        untilAllWork,
      };
      outcomes.push(outcome);
      await cluster.database.untilWhole().catch((error: Error) => {
        findings.wrong.push(`${error.message}, after: ${name}`);
      });
      await look();
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      say(
        `${name}: ${seconds(outcome.withoutReports)} without reports, ${seconds(outcome.withoutPhotos)} without photos; ${ledger.acknowledged.length} acknowledged, ${findings.lost.length} lost, ${findings.doubled.length} doubled, ${findings.wrong.length} wrong`,
      );
    }
    ledger.isOver = true;
    await working;
    if (failure) throw failure;
    await look(cluster.store.read);
    findings.wrong.push(...(await checkRollups({ DATABASE_URL: cluster.databaseUrl })));
    return { ...findings, outcomes, exports, acknowledged: ledger.acknowledged.length };
  } finally {
    ledger.isOver = true;
    await cluster.takeDown();
  }
};
