// Answers between the key stroke and the end of their transaction. localStorage writes at once: a page that is left
// right after a key would otherwise take the key with it.
import type { Answers, Report } from './report.ts';
import { changeReport } from './reports.ts';

const keyOf = (id: string) => `survey-typed-${id}`;

/** Stores answers; what is typed meanwhile stays marked until its own write has ended. */
export const keepAnswers = async (
  username: string,
  id: string,
  answers: Answers,
): Promise<void> => {
  const written = JSON.stringify(answers);
  try {
    localStorage.setItem(keyOf(id), written);
  } catch {
    // No space or forbidden: the transaction alone keeps it then.
  }
  await changeReport(username, id, () => ({ answers, changedAt: Date.now() }));
  if (localStorage.getItem(keyOf(id)) === written) localStorage.removeItem(keyOf(id));
};

/** The report with answers that were typed and whose transaction did not end. */
export const withTypedAnswers = async (
  username: string,
  report: Report | undefined,
): Promise<Report | undefined> => {
  const written = report && localStorage.getItem(keyOf(report.id));
  if (!report || !written) return report;
  const isOpen = report.state === 'draft' || report.state === 'refused';
  if (!isOpen) {
    localStorage.removeItem(keyOf(report.id));
    return report;
  }
  const answers = { ...report.answers, ...(JSON.parse(written) as Partial<Answers>) };
  await keepAnswers(username, report.id, answers);
  return { ...report, answers };
};
