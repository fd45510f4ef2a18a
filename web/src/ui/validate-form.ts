import type { FormErrors } from '@mantine/form';
import { saidOfIssue } from '@survey/contract';
import type { z } from 'zod';
import { t, translated } from '../text/text.ts';

/**
 * Judges a form by a schema of the contract: the first refusal of each field, as a sentence in the language of the
 * screen that begins with the field's label (marked with `msg`). Gives nothing for fields that may be sent.
 */
export const validateForm =
  <Values extends object>(
    schema: z.ZodType,
    labels: Partial<Record<keyof Values, string>>,
  ): ((values: Values) => FormErrors) =>
  (values) => {
    const errors: FormErrors = {};
    for (const issue of schema.safeParse(values).error?.issues ?? []) {
      const field = issue.path.join('.');
      const label = labels[field as keyof Values];
      const problem = translated(issue.message, saidOfIssue(issue));
      errors[field] ??= label ? `${t(label)} ${problem}` : problem;
    }
    return errors;
  };
