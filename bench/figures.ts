// Figures with their limits, measured in the same run: ratios vary less between machines than times.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Figure {
  /** What was measured, in words. */
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'MB/s' | 'per s' | 'times';
  /** The best that this machine can do, or the time without the measured part; in the same unit. */
  limit?: { name: string; value: number };
  /** Largest value that meets the goal, as a multiple of the limit. */
  goal?: number;
  /** Largest value that meets the goal, in the unit. */
  most?: number;
}

export interface BenchResult {
  /** The size of what was measured, in words. */
  dataset: string;
  figures: Figure[];
}

export type Log = (line: string) => void;

/** The loaded dataset (`npm run bench:load`) of a bench, where it needs one. */
export interface Dataset {
  reports: number;
  dataDir: string;
  /** A part of the names of what is measured; all of it where undefined. */
  only?: string | undefined;
}

export interface Bench {
  name: string;
  /** The question that it answers, shown in the menu. */
  question: string;
  /** Whether it needs a loaded dataset. */
  needsDataset?: boolean;
  run(log: Log, dataset: Dataset): Promise<BenchResult>;
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The value that `part` (0 to 1) of the values do not exceed. */
export const percentile = (values: readonly number[], part: number): number => {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.ceil(all.length * part) - 1)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The smallest value: the round with the least disturbance by other load. */
export const best = (values: readonly number[]): number => Math.min(...values);

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Whether a figure meets its goal; undefined where it has none. */
export const isMet = ({ value, limit, goal, most }: Figure): boolean | undefined => {
  const verdicts = [
    ...(most === undefined ? [] : [value <= most]),
    ...(goal === undefined || !limit ? [] : [value <= goal * limit.value]),
  ];
  return verdicts.length === 0 ? undefined : verdicts.every(Boolean);
};

const goalOf = ({ unit, goal, most }: Figure): string =>
  [
    ...(goal === undefined ? [] : [`≤ ${goal} ×`]),
    ...(most === undefined ? [] : [`≤ ${most} ${unit}`]),
  ].join(' and ');

const verdictOf = (figure: Figure): string => {
  const met = isMet(figure);
  return met === undefined ? '' : met ? 'met' : 'MISSED';
};

const ratioOf = ({ value, limit }: Figure): string =>
  limit ? `${(value / limit.value).toFixed(2)} ×` : '';

/** One line: the figure, its limit, how many times the limit it is, and whether that meets the goal. */
export const figureLine = (figure: Figure): string => {
  const { name, value, unit, limit } = figure;
  const own = `${name.padEnd(58)} ${shown(value).padStart(7)} ${unit.padEnd(5)}`;
  const beside = limit
    ? ` ${ratioOf(figure).padStart(8)} ${limit.name} (${shown(limit.value)} ${unit})`
    : '';
  const verdict = verdictOf(figure);
  return `${own}${beside}${verdict && `  goal ${goalOf(figure)}: ${verdict}`}`;
};

const markdownRow = (figure: Figure): string => {
  const { name, value, unit, limit } = figure;
  const limitCell = limit ? `${limit.name}: ${shown(limit.value)} ${unit}` : '';
  const cells = [name, `${shown(value)} ${unit}`, limitCell, ratioOf(figure), goalOf(figure)];
  return `| ${[...cells, verdictOf(figure)].join(' | ')} |`;
};

/** Stores a run with its date and machine, as JSON and as text; returns the files' name. */
export const writeResult = async (
  name: string,
  { bench, question }: { bench: string; question: string },
  result: BenchResult,
): Promise<string> => {
  const date = new Date().toISOString().slice(0, 10);
  const folder = path.join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${date}-${name}`);
  const machine = {
    cpus: os.cpus().length,
    cpu: os.cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(os.totalmem() / 1024 ** 3),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version,
  };
  const content = { bench, date, machine, ...result };
  await writeFile(`${file}.json`, `${JSON.stringify(content, null, 2)}\n`);
  const { cpus, cpu, memory_gb, platform, node } = machine;
  const lines = [
    `# ${question}`,
    '',
    `${date} · ${cpus} processors (${cpu}), ${memory_gb} GB, ${platform}, Node ${node} · ${result.dataset}`,
    '',
    '| figure | value | limit, same run | of the limit | goal | |',
    '|---|---|---|---|---|---|',
    ...result.figures.map(markdownRow),
  ];
  await writeFile(`${file}.md`, `${lines.join('\n')}\n`);
  return path.basename(file);
};
