// The rules of the operation: the newest stored version of each check, or the defaults of the contract's table.
import {
  type CheckName,
  checkNames,
  checkRow,
  circleKey,
  defaultRule,
  type RuleException,
  type RuleSettings,
  ruleException,
} from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader } from '../../database/connection.ts';
import type { Facts } from './facts.ts';

export interface StoredRule extends RuleSettings {
  /** 0 for the defaults. */
  version: number;
  changed_by: string | null;
  changed_at: string | null;
}

export type Rules = Record<CheckName, StoredRule>;

const stored = z.object({
  parameters: z.record(z.string(), z.number()),
  exceptions: z.array(ruleException),
});

export const rulesNow = async (db: Reader): Promise<Rules> => {
  const rows = await db
    .selectFrom('check_rules')
    .distinctOn('check_name')
    .select(['check_name', 'version', 'is_on', 'severity', 'parameters', 'exceptions'])
    .select('changed_by')
    .select(sql<string>`to_char(changed_at, 'DD/MM/YYYY HH24:MI:SS')`.as('changed_at'))
    .orderBy('check_name')
    .orderBy('version', 'desc')
    .execute();
  const found = new Map(rows.map((row) => [row.check_name, row]));
  const ruleOf = (name: CheckName): StoredRule => {
    const row = found.get(name);
    if (!row) return { ...defaultRule(name), version: 0, changed_by: null, changed_at: null };
    const { check_name: _, ...rule } = row;
    return { ...rule, ...stored.parse(row) };
  };
  return Object.fromEntries(checkNames.map((name) => [name, ruleOf(name)])) as Rules;
};

const fits = ({ circle, land }: RuleException, facts: Facts): boolean =>
  (circle === undefined || circleKey(circle) === facts.circleKey) &&
  (land === undefined || land === facts.land);

/** The parameters that a rule has for a report; undefined where the check is off for it. */
export const parametersFor = (
  name: CheckName,
  rule: RuleSettings,
  facts: Facts,
): Record<string, number> | undefined => {
  const { is_on, parameters, exceptions } = rule;
  // A check that is off is off for its exceptions too.
  if (!is_on) return undefined;
  const exception = exceptions.find((one) => fits(one, facts));
  if (exception && !exception.is_on) return undefined;
  const defaults = Object.entries(checkRow(name).parameters).map(
    ([key, parameter]) => [key, parameter.default] as const,
  );
  return { ...Object.fromEntries(defaults), ...parameters, ...exception?.parameters };
};
