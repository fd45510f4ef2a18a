// What the checks found of the mischief that was made: recall and precision of each rule.
import { setTimeout as pause } from 'node:timers/promises';
import type { ListedReport } from '@survey/contract';
import type { Administrator } from '../administrator.ts';
import { isRight, mischiefKinds, nightlyKinds } from '../mischief.ts';
import type { Mischief } from './mischief-run.ts';

/** Reports with what was done to them. */
type Made = ReadonlyMap<number, Mischief>;

/** Flags come after the answer, those of photos last, those of the night when it was counted: read until no more comes. */
const quietMs = 20_000;
const mostMs = 1_500_000;

const flaggedReports = async (
  administrator: Pick<Administrator, 'listedReports'>,
  usernames: readonly string[],
  withNight: boolean,
): Promise<ListedReport[]> => {
  const begun = performance.now();
  let reports = await administrator.listedReports(usernames);
  const flags = () => reports.reduce((sum, report) => sum + (report.flags?.length ?? 0), 0);
  const isWaiting = () =>
    withNight &&
    !reports.some(({ flags: own }) => own?.some(({ check }) => nightlyKinds.includes(check)));
  for (
    let before = -1;
    (before !== flags() || isWaiting()) && performance.now() - begun < mostMs;
  ) {
    before = flags();
    await pause(quietMs);
    reports = await administrator.listedReports(usernames);
  }
  return reports;
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`;

/**
 * A line for each kind of mischief: how many were made, found, and how many reports the check flagged in all. A flag is
 * right where its report was made so, or follows one that was: both ways to a false place are too fast.
 */
export const measureChecks = async (
  administrator: Pick<Administrator, 'listedReports'>,
  usernames: readonly string[],
  { made, withNight }: { made: Made; withNight: boolean },
): Promise<string> => {
  const reports = await flaggedReports(administrator, usernames, withNight);
  const mine = reports.filter(({ id }) => made.has(Number(id)));
  const lines = mischiefKinds(withNight).map((kind) => {
    const planned = mine.filter(({ id }) => made.get(Number(id))?.kind === kind);
    const flagged = mine.filter(({ flags }) => flags?.some(({ check }) => check === kind));
    const found = flagged.filter(({ id }) => made.get(Number(id))?.kind === kind);
    const right = flagged.filter(({ id }) => {
      const done = made.get(Number(id));
      return isRight(kind, done?.kind ?? null) || isRight(kind, done?.after ?? null);
    });
    const recall = percent(found.length, planned.length);
    const precision = percent(right.length, flagged.length);
    return [kind, planned.length, found.length, flagged.length, recall, precision];
  });
  const honest = mine.filter(({ id }) => {
    const done = made.get(Number(id));
    return done?.kind === null && done.after === null;
  });
  const flaggedHonest = honest.filter(({ flags }) => flags?.length).length;
  const head = ['check', 'made', 'found', 'flagged', 'recall', 'precision'];
  const table = [head, ...lines].map(([name = '', ...cells]) =>
    [String(name).padEnd(20), ...cells.map((cell) => String(cell).padStart(10))].join(''),
  );
  return [...table, `honest reports flagged: ${flaggedHonest} of ${honest.length}`].join('\n');
};
