// A figure stands beside its limit, measured in the same run: times drift with the machine, ratios less.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Figure {
  /** What was measured, in words. */
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB' | 'per s';
  /** What this machine gives at best, or without what the figure is about; in the same unit. */
  limit?: { name: string; value: number };
  /** Largest value that meets the goal, as a multiple of the limit. */
  goal?: number;
}

export interface BenchResult {
  /** The size of what was measured, in words. */
  dataset: string;
  figures: Figure[];
}

export interface Bench {
  name: string;
  /** What it answers, shown in the menu. */
  question: string;
  run(log: (line: string) => void): Promise<BenchResult>;
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** The value that `part` (0 to 1) of the values do not exceed. */
export const percentile = (values: readonly number[], part: number): number => {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.ceil(all.length * part) - 1)] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The round that was disturbed least by whatever else runs on the machine. */
export const best = (values: readonly number[]): number => Math.min(...values);

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** One line: the figure, its limit, how many times the limit it is, and whether that meets the goal. */
export const figureLine = ({ name, value, unit, limit, goal }: Figure): string => {
  const own = `${name.padEnd(58)} ${shown(value).padStart(7)} ${unit.padEnd(5)}`;
  if (!limit) return own;
  const ratio = value / limit.value;
  const verdict =
    goal === undefined ? '' : ratio <= goal ? `goal ≤ ${goal} ×: met` : `goal ≤ ${goal} ×: MISSED`;
  return `${own} ${ratio.toFixed(2).padStart(6)} × ${limit.name} (${shown(limit.value)} ${unit})  ${verdict}`;
};

/** Keeps a run beside its date and machine; answers the file's name. */
export const writeResult = async (bench: string, result: BenchResult): Promise<string> => {
  const date = new Date().toISOString().slice(0, 10);
  const folder = path.join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${date}-${bench}.json`);
  const machine = {
    cpus: os.cpus().length,
    cpu: os.cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(os.totalmem() / 1024 ** 3),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version,
  };
  await writeFile(file, `${JSON.stringify({ bench, date, machine, ...result }, null, 2)}\n`);
  return path.basename(file);
};
