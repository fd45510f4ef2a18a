import { type CheckName, checkNames, severities } from '@survey/contract';
import { runCheck } from './check-functions.ts';
import type { Facts } from './facts.ts';
import { parametersFor, type Rules } from './rules.queries.ts';

/** A row of `flags` to be stored. */
export interface FoundFlag {
  report_id: number;
  check_name: CheckName;
  version: number;
  severity: number;
  found: Record<string, string | number>;
  counterpart_id: number | null;
}

/** The number that stands for a severity in the database, from 1. */
export const severityNumber = (severity: (typeof severities)[number]): number =>
  severities.indexOf(severity) + 1;

/** Checks whose flag is dropped where the other check flags too: the other says the same, only stronger. */
const outdone: Partial<Record<CheckName, CheckName>> = { 'value-unusual': 'value-extreme' };

/** All flags of a report by the rules. */
export const findFlags = (facts: Facts, rules: Rules): FoundFlag[] => {
  const found = checkNames.flatMap((name): FoundFlag[] => {
    const rule = rules[name];
    const parameters = parametersFor(name, rule, facts);
    const finding = parameters && runCheck(name, facts, parameters);
    if (!finding) return [];
    return [
      {
        report_id: facts.id,
        check_name: name,
        version: rule.version,
        severity: severityNumber(rule.severity),
        found: finding.values,
        counterpart_id: finding.counterpart ?? null,
      },
    ];
  });
  const names = new Set(found.map(({ check_name }) => check_name));
  return found.filter(({ check_name }) => {
    const more = outdone[check_name];
    return !more || !names.has(more);
  });
};
