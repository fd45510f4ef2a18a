// How an answer names its message, so that a client can say it in another language (ADR 46).
import { z } from 'zod';
import type { Said } from './field-messages.ts';

/** Beside a `message`: its id in the catalogue and the values of its placeholders. */
export const said: z.ZodType<Said> = z.object({
  id: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
