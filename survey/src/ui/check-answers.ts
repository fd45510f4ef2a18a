// What a form says before anything is sent: the bounds and the words of the contract.
import { type FieldMessageId, fill } from '@survey/contract/field-messages';
import { type SubmissionField, submissionFields } from '@survey/contract/submission-fields';
import type { Answers } from '../store/report.ts';
import { translatedRefusal } from '../text/text.ts';

export type Problems = Partial<Record<SubmissionField, string>>;

const say = (id: FieldMessageId, values?: Record<string, string>) =>
  translatedRefusal({ message: fill(id, values), said: { id, values } });

/** Decimal comma as well as point: keyboards of phones offer either. */
export const numberOf = (written: string): number => Number(written.trim().replace(',', '.'));

const problemOf = (field: SubmissionField, written: string) => {
  const rule = submissionFields[field];
  if (written.trim() === '' || rule.kind === 'yes-no') return undefined;
  if (rule.kind === 'text')
    return written.length > rule.most
      ? say('most-characters', { most: String(rule.most) })
      : undefined;
  const value = numberOf(written);
  if (!Number.isFinite(value)) return say('number');
  if (rule.kind === 'whole-number' && !Number.isInteger(value)) return say('whole-number');
  if (value < rule.least) return say('least', { least: String(rule.least) });
  if (value > rule.most) return say('most', { most: String(rule.most) });
  return undefined;
};

/** The problem of each answer that the server would refuse, in the language of the page. */
export const checkAnswers = (answers: Answers): Problems => {
  const problems: Problems = {};
  for (const field of Object.keys(submissionFields) as SubmissionField[]) {
    const found = problemOf(field, String(answers[field]));
    if (found) problems[field] = found;
  }
  return problems;
};
