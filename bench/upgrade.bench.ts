// A newer server migrates a loaded database beside a server of the previous release (ADR 70, ADR 110).
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { kinds, work } from '../e2e/hostile/others.ts';
import { buildPreviousRelease, previousRelease } from '../field/previous-release.ts';
import { type Bench, type Figure, percentile } from './figures.ts';
import { connect } from './import-bare.ts';
import { ordinaryWorkers } from './ordinary-workers.ts';
import { startDatabase, startServerOn } from './server-process.ts';

const run = promisify(execFile);
/** Seconds of ordinary work that are measured before the upgrade, and again after it. */
const [idleSeconds, afterSeconds] = [30, 5];

/** The previous release, compiled, and a dataset that its own loader made. */
const loadPreviousRelease = async (folder: string, reports: number) => {
  const [tree, dataDir] = [path.join(folder, 'release'), path.join(folder, 'data')];
  await run('mkdir', [tree]);
  await buildPreviousRelease(tree, ['bench', 'e2e']);
  const loading = [
    'scripts/run-typescript.mjs',
    'bench/dataset/load.ts',
    '--reports',
    `${reports}`,
  ];
  await run(process.execPath, [...loading, '--data-dir', dataDir], { cwd: tree });
  return { tree, dataDir };
};

export const upgradeBench: Bench = {
  name: 'upgrade',
  question: 'What do the users of a server feel while a newer one migrates its database?',
  needsDataset: true,
  run: async (log, { reports }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-upgrade-'));
    const ended: (() => Promise<void>)[] = [];
    try {
      const { tree, dataDir } = await loadPreviousRelease(folder, reports);
      log(`loaded by ${previousRelease.version}`);
      const database = await startDatabase(dataDir);
      ended.unshift(database.stop);
      const client = await connect(database.url);
      ended.unshift(() => client.end());
      const older = await startServerOn({ dataDir, databaseUrl: database.url, tree });
      ended.unshift(older.stop);
      const { workers } = await ordinaryWorkers({ server: older, client });
      await work(workers, AbortSignal.timeout(8000));
      const before = await work(workers, AbortSignal.timeout(idleSeconds * 1000));
      const isOver = new AbortController();
      const felt = work(workers, isOver.signal);
      const begun = performance.now();
      const newer = await startServerOn({ dataDir, databaseUrl: database.url });
      const seconds = (performance.now() - begun) / 1000;
      ended.unshift(newer.stop);
      log(`ready after ${seconds.toFixed(0)} s`);
      await pause(afterSeconds * 1000);
      isOver.abort();
      const meanwhile = await felt;
      log(`failures: ${[...new Set(meanwhile.failures)].join(', ') || 'none'}`);
      await older.stop();
      ended.splice(ended.indexOf(older.stop), 1);
      await run(process.execPath, ['server/dist/rollups.js', 'check'], {
        env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
      });
      return {
        dataset: `${reports.toLocaleString('en')} reports of ${previousRelease.version}; ordinary work on its server: sign-in, first page, submission with a photo of 200 kB, upload of 100 rows; rollups checked afterwards`,
        figures: [
          { name: 'until the newer server answers', value: seconds, unit: 's' },
          ...kinds.flatMap((kind): Figure[] => [
            {
              name: `${kind} on the older server meanwhile, p95`,
              value: percentile(meanwhile.times[kind], 0.95),
              unit: 'ms',
              limit: { name: 'before, p95', value: percentile(before.times[kind], 0.95) },
            },
            {
              name: `${kind}, longest`,
              value: Math.max(...meanwhile.times[kind]),
              unit: 'ms',
              most: 2000,
            },
          ]),
          {
            name: '5xx or no answer meanwhile',
            value: meanwhile.failures.length,
            unit: 'times',
            most: 0,
          },
        ],
      };
    } finally {
      for (const end of ended) await end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
