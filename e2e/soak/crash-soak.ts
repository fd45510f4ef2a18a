// Crash soak test: kills the server and its database alternately while everybody works, and runs the checks after each
// kill.
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../server-process.ts';
import { databaseOf, type Findings, findFaults, storesOf } from './checks.ts';
import { Ledger } from './ledger.ts';
import { checkRollups } from './rollups.ts';
import { prepare, work } from './workload.ts';

export interface SoakOptions {
  /** Whether to go on after this many kills and milliseconds, and these acknowledged reports. */
  goesOn(kills: number, elapsedMs: number, ledger: Ledger): boolean;
  /** Called after every kill with one line. */
  onKill?: (line: string) => void;
}

export interface SoakResult extends Findings {
  kills: { server: number; database: number };
  acknowledged: number;
  photos: number;
  changes: Record<string, number>;
}

/** Longest wait until it answers again, in milliseconds. */
const recoveryMs = 60_000;

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const untilReady = async (server: ServerProcess): Promise<void> => {
  for (const begin = performance.now(); performance.now() - begin < recoveryMs; ) {
    if (await isReady(server.url)) return;
    await pause(50);
  }
  throw new Error('The server did not come back.');
};

/** SIGKILL, as the kernel sends it when memory runs out; the server has to restart its database by itself. */
const killDatabase = async (server: ServerProcess): Promise<void> => {
  const { pid } = await databaseOf(server);
  process.kill(pid, 'SIGKILL');
  // It may answer from a connection that dies a moment later.
  await pause(100);
};

const killServer = async (server: ServerProcess): Promise<void> => {
  await server.kill();
  await server.restart();
};

const add = (all: Findings, found: Findings) => {
  for (const kind of ['lost', 'doubled', 'wrong'] as const)
    all[kind] = [...new Set([...all[kind], ...found[kind]])];
};

/** Runs it on a separate server. Throws at any unexpected answer. */
export const crashSoak = async ({ goesOn, onKill }: SoakOptions): Promise<SoakResult> => {
  const server = await startServer();
  const ledger = new Ledger();
  const findings: Findings = { lost: [], doubled: [], wrong: [] };
  const kills = { server: 0, database: 0 };
  try {
    const scene = await prepare(server, ledger);
    let failure: unknown;
    const working = work(scene).catch((error: unknown) => {
      failure = error;
      ledger.isOver = true;
    });
    const begin = performance.now();
    while (
      !ledger.isOver &&
      goesOn(kills.server + kills.database, performance.now() - begin, ledger)
    ) {
      await pause(300 + Math.random() * 1500);
      const victim = kills.server > kills.database ? 'database' : 'server';
      await (victim === 'server' ? killServer : killDatabase)(server);
      kills[victim] += 1;
      await untilReady(server);
      add(findings, await findFaults(storesOf(server), ledger));
      const { lost, doubled, wrong } = findings;
      onKill?.(
        `${kills.server + kills.database} ${victim} killed, ${ledger.acknowledged.length} acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${wrong.length} wrong`,
      );
    }
    ledger.isOver = true;
    await working;
    if (failure) throw failure;
    // Every phone has its answer by now.
    add(findings, await findFaults(storesOf(server), ledger));
    findings.wrong.push(...(await checkRollups({ DATA_DIR: server.dataDir })));
    return {
      ...findings,
      kills,
      acknowledged: ledger.acknowledged.length,
      photos: ledger.acknowledged.filter(({ sha256 }) => sha256).length,
      changes: ledger.changes,
    };
  } finally {
    ledger.isOver = true;
    await server.remove();
  }
};
