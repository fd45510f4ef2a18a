import type { FormErrors } from '@mantine/form';
import { saidOfIssue } from '@survey/contract';
import type { z } from 'zod';
import { translated } from '../text/text.ts';

/**
 * Judges a form by a schema of the contract: the first refusal of each field, in the language of the screen. Gives
 * nothing for fields that may be sent.
 */
export const validateForm =
  <Values>(schema: z.ZodType): ((values: Values) => FormErrors) =>
  (values) => {
    const errors: FormErrors = {};
    for (const issue of schema.safeParse(values).error?.issues ?? []) {
      errors[issue.path.join('.')] ??= translated(issue.message, saidOfIssue(issue));
    }
    return errors;
  };
