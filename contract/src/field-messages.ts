// What a form or a call says of a value that it refuses: English by id, ICU messages. Apart from the others
// because the console says them too, before anything is sent.
import type { z } from 'zod';

/** English of every message about a value. Without plurals: `fill` is all that reads them here. */
export const fieldMessages = {
  required: 'is required',
  'empty-list': 'must not be empty',
  text: 'must be text',
  number: 'must be a number',
  'whole-number': 'must be a whole number',
  'true-or-false': 'must be true or false',
  list: 'must be a list',
  object: 'must be an object',
  'one-of': 'must be one of {values}',
  value: 'must be {value}',
  'most-characters': 'must be at most {most} characters',
  'least-characters': 'must be at least {least} characters',
  'most-items': 'must be at most {most} items',
  'least-items': 'must be at least {least} items',
  most: 'must be at most {most}',
  least: 'must be at least {least}',
  'enough-characters': 'must have at least {least} characters',
  nul: 'must not contain a NUL character',
  'half-character': 'must not contain half a character (an unpaired surrogate)',
  day: 'must be a day written DD/MM/YYYY',
  period: 'must be at most 92 days after the first, and not before it',
  spaces: 'must not contain spaces',
  invisible: 'must not contain invisible characters',
  email: 'must be a valid email',
  'phone-number': 'must be a phone number',
  cnic: 'must look like XXXXX-XXXXXXX-X',
  'capture-time': 'must lie between the year 2000 and the day after tomorrow',
  'too-many-values': 'has too many values (at most {most})',
  'area-range': '"{value}" is not a range of areas written min-max',
  'not-boolean': '"{value}" is not true or false',
  floors: '"{value}" is not a number of floors',
  resubmission: '"{value}" is not one of No, 0, 1',
  'review-state': '"{value}" is not a state of review',
  'check-name': '"{value}" is no check',
  severity: '"{value}" is not one of critical, warning, hint, none',
  'on-or-off': '"{value}" is not one of on, off',
  'yes-or-no': '"{value}" is not one of yes, no',
  'photo-state': '"{value}" is not one of yes, no, awaited',
  box: 'is not a box minLng,minLat,maxLng,maxLat',
  'not-filters': 'are not filters of reports',
  'no-rows': 'No data to upload',
  'login-email-required': 'Email is required',
  'login-email-invalid': 'Please enter a valid email',
  'login-password-required': 'Password is required',
  'login-password-short': 'Password must be at least 6 characters',
} as const;

export type FieldMessageId = keyof typeof fieldMessages;

/** A message by its id in the catalogue and what its placeholders stand for (ADR 46). */
export interface Said {
  id: string;
  values?: Record<string, string | number> | undefined;
}

/** The English of a message about a value. */
export const fill = (id: FieldMessageId, values: Said['values'] = {}): string =>
  fieldMessages[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** For `addIssue` and `refine`: a message with values, which zod keeps beside the text. */
export const refusal = (id: FieldMessageId, values?: Said['values']) => ({
  message: fill(id, values),
  params: { said: { id, values } },
});

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

const kinds: Record<string, FieldMessageId> = {
  string: 'text',
  number: 'number',
  int: 'whole-number',
  boolean: 'true-or-false',
  array: 'list',
  object: 'object',
};
const suffixes: Record<string, '-characters' | '-items'> = {
  string: '-characters',
  array: '-items',
};

/** What zod found wrong by its own checks; undefined where it has no word of ours. */
export const saidOfCheck = (issue: Issue): (Said & { id: FieldMessageId }) | undefined => {
  const suffix = suffixes['origin' in issue ? String(issue.origin) : ''] ?? '';
  switch (issue.code) {
    case 'invalid_type': {
      const id = kinds[String(issue.expected)];
      return id ? { id } : { id: 'value', values: { value: String(issue.expected) } };
    }
    case 'invalid_value': {
      const values = (issue.values as unknown[]).join(', ');
      return (issue.values as unknown[]).length > 1
        ? { id: 'one-of', values: { values } }
        : { id: 'value', values: { value: values } };
    }
    case 'too_big':
      return { id: `most${suffix}`, values: { most: String(issue.maximum) } };
    case 'too_small':
      if (issue.origin === 'array' && issue.minimum === 1) return { id: 'empty-list' };
      return { id: `least${suffix}`, values: { least: String(issue.minimum) } };
    default:
      return undefined;
  }
};

const idOfSentence = new Map<string, string>(
  Object.entries(fieldMessages).map(([id, english]) => [english, id]),
);

/** The message of a schema's finding; undefined where zod found words of its own. */
export const saidOfIssue = (issue: z.core.$ZodIssue): Said | undefined => {
  // A schema's own sentence without values stands there as the catalogue has it.
  const id = idOfSentence.get(issue.message);
  if (id !== undefined) return { id };
  const given = issue.code === 'custom' ? (issue.params?.said as Said | undefined) : undefined;
  const found = given ?? saidOfCheck(issue);
  return found && fill(found.id as FieldMessageId, found.values) === issue.message
    ? found
    : undefined;
};
