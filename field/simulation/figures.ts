// What the simulation counts, and the table it ends with.
export interface Acknowledged {
  reportId: number;
  submissionId: string;
}

/** Counts of one run; filled while it goes on. */
export interface Figures {
  sent: number;
  acknowledged: Acknowledged[];
  /** Tries repeated because no answer or a passing refusal came. */
  retried: number;
  /** Acknowledged reports sent again under the same id. */
  resent: number;
  /** Submissions given up, by what the server said. */
  refused: Map<string, number>;
  /** From the first try to the acknowledgement, in milliseconds. */
  waits: number[];
  seconds: number;
}

export const newFigures = (): Figures => ({
  sent: 0,
  acknowledged: [],
  retried: 0,
  resent: 0,
  refused: new Map(),
  waits: [],
  seconds: 0,
});

/** What reading back has found. */
export interface ReadBack {
  lost: number;
  doubled: number;
}

/** The smallest value that at least `share` of all do not exceed; 0 where there is none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
};

/** The table as text, one figure a line. */
export const writeTable = (figures: Figures, { lost, doubled }: ReadBack): string => {
  const given = figures.acknowledged.length;
  const refused = [...figures.refused.values()].reduce((sum, count) => sum + count, 0);
  const rows: [string, string][] = [
    ['sent', String(figures.sent)],
    ['acknowledged', String(given)],
    ['retried', String(figures.retried)],
    ['sent again', String(figures.resent)],
    ['refused', String(refused)],
    ['lost', String(lost)],
    ['doubled', String(doubled)],
    ['p50 ms', percentile(figures.waits, 0.5).toFixed(0)],
    ['p95 ms', percentile(figures.waits, 0.95).toFixed(0)],
    ['p99 ms', percentile(figures.waits, 0.99).toFixed(0)],
    ['per second', figures.seconds > 0 ? (given / figures.seconds).toFixed(1) : '0'],
  ];
  const width = Math.max(...rows.map(([, value]) => value.length), 8);
  const lines = rows.map(([name, value]) => `${name.padEnd(14)}${value.padStart(width)}`);
  const reasons = [...figures.refused].map(([reason, count]) => `  ${count} × ${reason}`);
  return [...lines, ...reasons].join('\n');
};
