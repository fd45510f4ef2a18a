// The shape of a check as a function.
import type { CheckName, checkTable } from '@survey/contract';
import type { Facts } from './facts.ts';

/** Values of the flag's sentence, and the report that it compares with. */
export interface Finding {
  values: Record<string, string | number>;
  counterpart?: number;
}

type Parameters<Name extends CheckName> = Record<
  keyof (typeof checkTable)[Name]['parameters'],
  number
>;

/** A check finds something, or nothing: undefined. Missing values find nothing. */
export type Check<Name extends CheckName> = (
  facts: Facts,
  parameters: Parameters<Name>,
) => Finding | undefined;

/** Checks by name. */
export type ChecksOf<Name extends CheckName> = { [N in Name]: Check<N> };
