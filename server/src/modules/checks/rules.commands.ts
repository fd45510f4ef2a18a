// Changing a rule. Every change is a new version, so that a flag can be compared with the rule that found it.
import { type CheckName, checkRow, type RuleSettings } from '@survey/contract';
import { AppError, fieldError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { type Message, say } from '../../say.ts';
import { rulesNow, type StoredRule } from './rules.queries.ts';

const problemsOf = (name: CheckName, parameters: Record<string, number>): Message[] => {
  const known = checkRow(name).parameters;
  return Object.entries(parameters).flatMap(([parameter, value]) => {
    const row = known[parameter];
    if (!row) return [say('check-no-parameter', { parameter })];
    const { least, most } = row;
    return value < least || value > most
      ? [say('check-parameter', { parameter, least, most })]
      : [];
  });
};

/** @throws AppError invalid-input where a parameter is unknown to the check or out of its bounds */
export const refuseWrongParameters = (
  name: CheckName,
  { parameters, exceptions }: RuleSettings,
): void => {
  const problems = problemsOf(name, parameters);
  if (problems.length > 0) throw fieldError({ parameters: problems });
  const others = exceptions.flatMap((exception) => problemsOf(name, exception.parameters));
  if (others.length > 0) throw fieldError({ exceptions: others });
};

/**
 * Stores a new version of a rule.
 * @param version the version that the author saw
 * @throws AppError invalid-input; conflict where somebody has changed the rule since
 */
export const saveRule = async (
  db: Writer,
  actor: Actor,
  { check, version, ...settings }: RuleSettings & { check: CheckName; version: number },
): Promise<StoredRule> => {
  refuseWrongParameters(check, settings);
  const before = (await rulesNow(db))[check];
  const { is_on, severity, parameters, exceptions } = settings;
  // Where two save at the same time, the primary key refuses the second.
  const saved =
    before.version === version
      ? await db
          .insertInto('check_rules')
          .values({
            check_name: check,
            version: version + 1,
            is_on,
            severity,
            parameters: JSON.stringify(parameters),
            exceptions: JSON.stringify(exceptions),
            changed_by: actor.username,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : undefined;
  const now = (await rulesNow(db))[check];
  if (!saved) {
    throw new AppError('conflict', say('check-changed', { user: now.changed_by ?? '' }));
  }
  await audit(db, actor, {
    action: 'save-check',
    subject: check,
    rowCount: 1,
    details: { check, version: now.version, before, after: settings },
  });
  return now;
};
