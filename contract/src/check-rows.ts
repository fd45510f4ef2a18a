// The shape of a check. No zod here.
import type { Severity } from './check-names.ts';

/** What a check looks at; the parts of a report that a note can mean, and the visit as a whole. */
export type CheckSubject = 'photo' | 'place' | 'visit' | 'areas' | 'land' | 'list';

/** When a check runs: when the report arrives, when its photo was decoded, or against values counted every night. */
export type CheckMoment = 'arrival' | 'photo' | 'nightly';

/** `level`: 0 black to 255 white. `bits`: of 64. `times`: multiples of a spread or a range. `points`: variance of the Laplacian. */
export type ParameterUnit =
  | 'm'
  | 'km/h'
  | 's'
  | 'min'
  | 'hour'
  | 'days'
  | '%'
  | 'reports'
  | 'decimals'
  | 'px'
  | 'level'
  | 'bits'
  | 'times'
  | 'points';

export interface CheckParameter {
  label: string;
  default: number;
  /** Bounds, both inclusive. */
  least: number;
  most: number;
  unit: ParameterUnit;
}

export interface CheckRow {
  /** What it looks for, in a sentence. */
  about: string;
  subject: CheckSubject;
  moment: CheckMoment;
  /** Default, until the operation sets another. */
  severity: Severity;
  parameters: Readonly<Record<string, CheckParameter>>;
  /** Source of the defaults; null for a check without parameters. */
  source: string | null;
}

/** Names our own choice as the source of a default. */
export const own = 'Our proposal; to be tuned by preview and precision.';
