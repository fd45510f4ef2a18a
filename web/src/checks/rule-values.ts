// The values of a rule while they are typed.
import { type CheckName, checkRow, type Rule, type RuleSettings } from '@survey/contract';

/** A number, or what stands in its field while it is none. */
export type Typed = number | string;
export type Parameters = Record<string, Typed>;

export interface TypedException {
  /** For lists on the screen. */
  key: number;
  circle: string;
  land: string;
  is_on: boolean;
  parameters: Parameters;
}

export interface TypedRule {
  is_on: boolean;
  severity: RuleSettings['severity'];
  parameters: Parameters;
  exceptions: TypedException[];
}

let lastKey = 0;
export const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

/** All parameters of a check; what is not given is the table's. */
export const withDefaults = (check: CheckName, given: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(checkRow(check).parameters).map(([name, parameter]) => [
      name,
      given[name] ?? parameter.default,
    ]),
  );

export const typedOf = ({ check, is_on, severity, parameters, exceptions }: Rule): TypedRule => ({
  is_on,
  severity,
  parameters: withDefaults(check, parameters),
  exceptions: exceptions.map((exception) => ({
    key: newKey(),
    circle: exception.circle ?? '',
    land: exception.land ?? '',
    is_on: exception.is_on,
    parameters: withDefaults(check, exception.parameters),
  })),
});

const isWithin = (check: CheckName, parameters: Parameters): boolean =>
  Object.entries(checkRow(check).parameters).every(([name, { least, most }]) => {
    const value = parameters[name];
    return typeof value === 'number' && value >= least && value <= most;
  });

/** Whether every value can be saved. */
export const isComplete = (check: CheckName, { parameters, exceptions }: TypedRule): boolean =>
  isWithin(check, parameters) &&
  exceptions.every(
    (exception) =>
      (exception.circle !== '' || exception.land !== '') && isWithin(check, exception.parameters),
  );

const numbersOf = (parameters: Parameters): Record<string, number> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, Number(value)]));

/** As the calls take it; to be asked only of a rule that is complete. */
export const settingsOf = ({ exceptions, parameters, ...rule }: TypedRule): RuleSettings => ({
  ...rule,
  parameters: numbersOf(parameters),
  exceptions: exceptions.map((exception) => ({
    ...(exception.circle !== '' && { circle: exception.circle }),
    ...(exception.land !== '' && { land: exception.land }),
    is_on: exception.is_on,
    parameters: numbersOf(exception.parameters),
  })),
});
