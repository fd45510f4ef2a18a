// Flags of reports: what the checks found. Beyond spec 7.
import { z } from 'zod';
import { checkNames, severities } from './check-names.ts';
import { said } from './said.ts';

/** The report that a flag compares with; the console opens it beside the other. Times are written as in reports. */
export const counterpart = z.object({
  id: z.number(),
  username: z.string(),
  circle: z.string(),
  pin: z.string(),
  capture_time: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Path below the storage path with its signature; null where there is no photo. */
  picture_path: z.string().nullable(),
});
export type Counterpart = z.infer<typeof counterpart>;

/**
 * What became of a flag. `open`: nobody has looked. `confirmed`: its report was sent back. `accepted`: its report was
 * accepted as it is. `dismissed`: an administrator said why it is no reason.
 */
export const flagOutcomes = ['open', 'confirmed', 'accepted', 'dismissed'] as const;
export type FlagOutcome = (typeof flagOutcomes)[number];

/** A reason to look at a report. */
export const flag = z.object({
  check: z.enum(checkNames),
  severity: z.enum(severities),
  /** Of the rule that found it; 0 for the table's own. */
  version: z.number().int(),
  /** The sentence in English, and the message that it is made of. */
  message: z.string(),
  said: said.optional(),
  at: z.string(),
  counterpart: counterpart.nullable(),
  outcome: z.enum(flagOutcomes),
  dismissed: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type Flag = z.infer<typeof flag>;

/** A flag in a list: what a chip shows. */
export const listedFlag = flag.pick({ check: true, severity: true });
export type ListedFlag = z.infer<typeof listedFlag>;
