// The index of the report list in the order of submission; the other orders have theirs (ADR 91).
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  indexes: ['reports_submission_time on reports (submission_time, id) where replaced_by is null'],
};

export const up = async (): Promise<void> => undefined;
