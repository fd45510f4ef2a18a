// What the checks cost: submissions with them compared with none, the search for similar photos in a large dataset, and
// a re-evaluation of the dataset, alone and beside ordinary work. Recall and precision come from `npm run simulate --
// --mischief`.
import { setTimeout as pause } from 'node:timers/promises';
import { checkNames } from '@survey/contract';
import { kinds, work } from '../e2e/hostile/others.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, type Figure, type Log, median, percentile } from './figures.ts';
import { ordinaryWorkers } from './ordinary-workers.ts';
import { each, phones, photoKb, roundOfReports, signIn } from './phones.bench.ts';

const rounds = 3;
const searches = 200;
/** Most bits that a rule may allow. */
const bits = 7;

/** Adds a version of every rule that is on, or off. */
const switchChecks = ({ client }: OpenDataset, isOn: boolean) =>
  client.query(
    `insert into check_rules (check_name, version, is_on, severity, parameters, exceptions, changed_by)
    select name, 1 + coalesce((select max(version) from check_rules where check_name = name), 0), $2, 'warning',
      '{}', '[]', 'bench' from unnest($1::text[]) as name`,
    [checkNames, isOn],
  );

const untilLooked = async ({ client }: OpenDataset) => {
  for (;;) {
    const { rowCount } = await client.query('select from checks_due limit 1');
    if (rowCount === 0) return;
    await pause(100);
  }
};

/**
 * A hash for each report of the dataset. Half of the bits are shared with other reports, as in streets of equal houses.
 */
const fillHashes = ({ client }: OpenDataset) =>
  client.query(`insert into photo_facts (report_id, hash, width, height, brightness, sharpness)
    select id, (hashint8extended(id % 1000, 1) & x'FFFFFFFF00000000'::bigint)
      | (hashint8extended(id, 2) & x'00000000FFFFFFFF'::bigint), 1600, 1200, 120, 500
    from reports on conflict do nothing`);

/** The search of the product with its bounds (server/src/modules/checks/similar-photos.commands.ts). */
const near = `select report_id, bits from (${[48, 32, 16, 0]
  .map((shift) => {
    const band = (hash: string) => (shift ? `(${hash} >> ${shift} & 65535)` : `(${hash} & 65535)`);
    return `select n.report_id, bit_count((n.hash # $1::bigint)::bit(64)) as bits
      from unnest(near_bands(${band('$1::bigint')}, ${bits})) as value
      cross join lateral (
        select report_id, hash from photo_facts where hash is not null and ${band('hash')} = value limit 500
      ) as n
      where bit_count((n.hash # $1::bigint)::bit(64)) <= ${bits}`;
  })
  .join(' union ')}) as found order by bits, report_id desc limit 100`;

const searchTimes = async ({ client }: OpenDataset): Promise<number[]> => {
  const { rows } = await client.query<{ hash: string }>(
    `select hash::text from photo_facts tablesample system (1) where hash is not null limit ${searches}`,
  );
  const times: number[] = [];
  for (const { hash } of rows) {
    const begun = performance.now();
    await client.query({ name: 'near', text: near, values: [hash] });
    times.push(performance.now() - begun);
  }
  return times;
};

/**
 * Longest measurement of a re-evaluation, in seconds. A longer one is cancelled, and its time is extrapolated from its
 * progress.
 */
const watchedSeconds = 400;

interface Reevaluation {
  seconds: number;
  /** Whether it was measured to its end. */
  isWhole: boolean;
}

/** A re-evaluation of all reports, which the server runs in the background. */
const reevaluation = async ({ client }: OpenDataset): Promise<Reevaluation> => {
  // An interrupted bench may have left one.
  await client.query("update check_runs set state = 'cancelled' where state = 'running'");
  const begun = performance.now();
  await client.query(`insert into check_runs (started_by, next_id, total)
    select 'bench', max(id), count(*) from reports where replaced_by is null`);
  for (;;) {
    const { rows } = await client.query<{ state: string; done: number; total: number }>(
      'select state, done::int, total::int from check_runs order by id desc limit 1',
    );
    const [run] = rows;
    const seconds = (performance.now() - begun) / 1000;
    if (run?.state === 'failed') throw new Error('the re-evaluation failed');
    if (run?.state === 'complete') return { seconds, isWhole: true };
    if (run && seconds > watchedSeconds) {
      await client.query(
        "update check_runs set state = 'cancelled', ended_at = now() where state = 'running'",
      );
      return { seconds: (seconds * run.total) / run.done, isWhole: false };
    }
    await pause(500);
  }
};

const reevaluationFigure = (
  name: string,
  { seconds, isWhole }: Reevaluation,
  reports: number,
): Figure => ({
  name: `${name}${isWhole ? '' : `, by its pace in ${watchedSeconds} s`}`,
  value: seconds,
  unit: 's',
  most: Math.max(30, (reports / 1_000_000) * 300),
});

/** Seconds of ordinary work that are measured without a re-evaluation. */
const idleSeconds = 30;

/** How a re-evaluation and ordinary work slow each other down. */
const besideWork = async (opened: OpenDataset, reports: number, log: Log): Promise<Figure[]> => {
  const { workers } = await ordinaryWorkers(opened);
  await work(workers, AbortSignal.timeout(8000));
  const alone = await work(workers, AbortSignal.timeout(idleSeconds * 1000));
  const ended = new AbortController();
  const felt = work(workers, ended.signal);
  const run = await reevaluation(opened).finally(() => ended.abort());
  const meanwhile = await felt;
  log(`re-evaluation beside ordinary work ${run.seconds.toFixed(0)} s`);
  return [
    reevaluationFigure('re-evaluation of all reports beside ordinary work', run, reports),
    ...kinds.map(
      (kind): Figure => ({
        name: `${kind} meanwhile, p95 (worst ${Math.max(...meanwhile.times[kind]).toFixed(0)} ms)`,
        value: percentile(meanwhile.times[kind], 0.95),
        unit: 'ms',
        limit: { name: 'without a re-evaluation, p95', value: percentile(alone.times[kind], 0.95) },
      }),
    ),
    {
      name: '5xx or no answer meanwhile',
      value: meanwhile.failures.length,
      unit: 'times',
      most: 0,
    },
  ];
};

export const checksBench: Bench = {
  name: 'checks',
  question: 'What do the checks cost: submissions, the search for similar photos, a re-evaluation?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    try {
      const tokens = await signIn(opened);
      const [on, off]: [number[], number[]] = [[], []];
      const [p99, looked]: [number[], number[]] = [[], []];
      for (let round = 0; round <= rounds; round += 1) {
        for (const isOn of round % 2 ? [true, false] : [false, true]) {
          await switchChecks(opened, isOn);
          const measured = await roundOfReports(opened, tokens, untilLooked);
          log(`${isOn ? 'on' : 'off'}: ${measured.perReport.toFixed(2)} ms a report`);
          // The first round is for warming up.
          if (round === 0) continue;
          (isOn ? on : off).push(measured.perReport);
          if (isOn) p99.push(percentile(measured.waits, 0.99));
          if (isOn) looked.push(measured.after);
        }
      }
      await switchChecks(opened, true);
      await fillHashes(opened);
      await opened.client.query('vacuum analyze photo_facts');
      const times = await searchTimes(opened);
      const alone = await reevaluation(opened);
      log(`re-evaluation ${alone.seconds.toFixed(0)} s`);
      const beside = await besideWork(opened, dataset.reports, log);
      return {
        dataset: `${opened.words}; ${phones} phones, ${each} reports each with a photo of ${photoKb} kB; ${rounds} rounds after one to warm up`,
        figures: [
          {
            name: 'one report, acknowledged, checks on',
            value: median(on),
            unit: 'ms',
            limit: { name: 'checks off', value: median(off) },
            goal: 1.15,
          },
          { name: 'wait of a phone, p99', value: median(p99), unit: 'ms', most: 1000 },
          { name: 'until the last was looked at', value: median(looked), unit: 's' },
          { name: 'similar photos, p95', value: percentile(times, 0.95), unit: 'ms', most: 20 },
          reevaluationFigure('re-evaluation of all reports', alone, dataset.reports),
          ...beside,
        ],
      };
    } finally {
      await opened.close();
    }
  },
};
