// What the checks found of the mischief that was made: recall and precision of each rule.
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckName, ListedReport } from '@survey/contract';
import type { Administrator } from '../administrator.ts';
import { mischiefKinds } from '../mischief.ts';

/** Reports by the check that shall find them; null for those that nothing was done to. */
export type Made = ReadonlyMap<number, CheckName | null>;

/** Flags come after the answer, those of photos last: read until nothing comes any more. */
const quietMs = 20_000;
const mostMs = 900_000;

const flaggedReports = async (
  administrator: Pick<Administrator, 'listedReports'>,
  usernames: readonly string[],
): Promise<ListedReport[]> => {
  const begun = performance.now();
  let reports = await administrator.listedReports(usernames);
  const flags = () => reports.reduce((sum, report) => sum + (report.flags?.length ?? 0), 0);
  for (let before = -1; before !== flags() && performance.now() - begun < mostMs; ) {
    before = flags();
    await pause(quietMs);
    reports = await administrator.listedReports(usernames);
  }
  return reports;
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;

/**
 * A line for each kind of mischief: how many were made, found, and how many reports the check flagged in all. What
 * follows a bad report is often flagged with it, as the way back from a place that was never visited.
 */
export const measureChecks = async (
  administrator: Pick<Administrator, 'listedReports'>,
  usernames: readonly string[],
  made: Made,
): Promise<string> => {
  const reports = await flaggedReports(administrator, usernames);
  const mine = reports.filter(({ id }) => made.has(Number(id)));
  const lines = mischiefKinds.map((kind) => {
    const planned = mine.filter(({ id }) => made.get(Number(id)) === kind);
    const flagged = mine.filter(({ flags }) => flags?.some(({ check }) => check === kind));
    const found = flagged.filter(({ id }) => made.get(Number(id)) === kind);
    const recall = percent(found.length, planned.length);
    const precision = percent(found.length, flagged.length);
    return [kind, planned.length, found.length, flagged.length, recall, precision];
  });
  const honest = mine.filter(({ id }) => made.get(Number(id)) === null);
  const flaggedHonest = honest.filter(({ flags }) => flags?.length).length;
  const head = ['check', 'made', 'found', 'flagged', 'recall', 'precision'];
  const table = [head, ...lines].map(([name = '', ...cells]) =>
    [String(name).padEnd(20), ...cells.map((cell) => String(cell).padStart(10))].join(''),
  );
  return [...table, `honest reports flagged: ${flaggedHonest} of ${honest.length}`].join('\n');
};
