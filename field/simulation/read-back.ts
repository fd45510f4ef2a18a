// Trust, and look: every acknowledged report is read back through the administrator's calls.
import type { RecordId } from '@survey/contract';
import type { Administrator } from '../administrator.ts';
import type { Acknowledged, ReadBack } from './figures.ts';
import { infoOf } from './run.ts';

/** The part of an administrator that reading back needs. */
export type ReportReader = Pick<Administrator, 'reportsOf' | 'hasReport'>;

/** Looks for every acknowledged report of these surveyors, replaced ones included. */
export const readBack = async (
  administrator: ReportReader,
  usernames: readonly string[],
  acknowledged: readonly Acknowledged[],
): Promise<ReadBack> => {
  const reports = await administrator.reportsOf(usernames);
  const current = new Set(reports.map(({ id }) => id));
  const idsOf = new Map<string, Set<RecordId | null>>();
  const note = (info: string, id: RecordId | null) =>
    idsOf.set(info, (idsOf.get(info) ?? new Set()).add(id));
  for (const { info, id } of reports) note(info, id);
  let lost = 0;
  for (const { reportId, submissionId } of acknowledged) {
    note(infoOf(submissionId), reportId);
    // Not in the lists: replaced by a later report of the pin, or lost.
    if (!current.has(reportId) && !(await administrator.hasReport(reportId))) lost += 1;
  }
  const doubled = acknowledged.filter(
    ({ submissionId }) => (idsOf.get(infoOf(submissionId))?.size ?? 0) > 1,
  );
  return { lost, doubled: new Set(doubled.map(({ submissionId }) => submissionId)).size };
};
