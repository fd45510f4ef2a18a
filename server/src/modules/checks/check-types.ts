// Types of a check as a function.
import type { CheckName, checkTable } from '@survey/contract';
import type { Facts } from './facts.ts';

/** What a check found: values for the flag's sentence, and the report that it compares with. */
export interface Finding {
  values: Record<string, string | number>;
  counterpart?: number;
}

type Parameters<Name extends CheckName> = Record<
  keyof (typeof checkTable)[Name]['parameters'],
  number
>;

/** Returns undefined where nothing is found. A missing value is never a finding. */
export type Check<Name extends CheckName> = (
  facts: Facts,
  parameters: Parameters<Name>,
) => Finding | undefined;

export type ChecksOf<Name extends CheckName> = { [N in Name]: Check<N> };
