// The checks as pure functions of facts and parameters, so that evaluation of new reports, preview and re-evaluation find
// the same. Names and parameters are in the contract's table.
import type { CheckName } from '@survey/contract';
import { areaChecks } from './area-checks.ts';
import type { ChecksOf, Finding } from './check-types.ts';
import type { Facts } from './facts.ts';
import { photoChecks } from './photo-checks.ts';
import { placeChecks } from './place-checks.ts';
import { visitChecks } from './visit-checks.ts';

/** Every check of the contract's table: a row without a function does not compile. */
export const checkFunctions: ChecksOf<CheckName> = {
  ...photoChecks,
  ...placeChecks,
  ...visitChecks,
  ...areaChecks,
};

/** Runs one check with the parameters of a rule. */
export const runCheck = (
  name: CheckName,
  facts: Facts,
  parameters: Record<string, number>,
): Finding | undefined =>
  (
    checkFunctions[name] as (
      facts: Facts,
      parameters: Record<string, number>,
    ) => Finding | undefined
  )(facts, parameters);
