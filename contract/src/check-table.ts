// The table of checks: what each looks at, its parameters with defaults and sources, how severe it is. A flag is a
// reason to look, not a verdict. The sentences are in flag-messages.ts, under `flag-` and the name.
import type { CheckName } from './check-names.ts';
import type { CheckRow } from './check-rows.ts';
import { ingestionChecks } from './ingestion-checks.ts';
import { photoAndNightlyChecks } from './photo-and-nightly-checks.ts';

/** Every check by its name. A new one does not compile until it has its function and its sentence. */
export const checkTable = {
  ...ingestionChecks,
  ...photoAndNightlyChecks,
} as const satisfies Record<CheckName, CheckRow>;

/** The row of a check, its parameters by any name. */
export const checkRow = (name: CheckName): CheckRow => checkTable[name];

/** Parameters of a check as the table sets them. */
export const defaultParameters = (name: CheckName): Record<string, number> =>
  Object.fromEntries(
    Object.entries(checkRow(name).parameters).map(([key, parameter]) => [key, parameter.default]),
  );
