// What a rule would have flagged, for the page that edits it. Nothing is written.
import { type CheckName, checkLimits, type RuleSettings } from '@survey/contract';
import type pg from 'pg';
import { runCheck } from './check-functions.ts';
import { factsOf } from './facts.queries.ts';
import type { Facts } from './facts.ts';
import { flagSentence } from './flags.queries.ts';
import { parametersFor, type StoredRule } from './rules.queries.ts';

/** Reports that are evaluated at once. */
const batch = 500;

interface Drawn {
  id: number;
  of: number;
}

/**
 * Current reports captured in the last days, newest first: all of them, or a sample drawn by `submission_id`, which
 * surveyors cannot choose.
 */
const drawn = async (client: pg.ClientBase): Promise<Drawn[]> => {
  const { rows } = await client.query<Drawn>(
    `with recent as materialized (
      select id, capture_time, submission_id from reports where replaced_by is null
        and capture_time > now() - make_interval(days => $1)
    ), drawn as (select * from recent order by md5(submission_id::text) limit $2)
    select id, (select count(*)::int from recent) as of from drawn order by capture_time desc, id desc`,
    [checkLimits.previewDays, checkLimits.previewReports],
  );
  return rows;
};

interface Preview {
  check: CheckName;
  settings: RuleSettings;
  now: StoredRule;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

const found = (name: CheckName, rule: RuleSettings, facts: Facts) => {
  const parameters = parametersFor(name, rule, facts);
  return parameters && runCheck(name, facts, parameters);
};

/** Runs one check with other settings over the reports of the last days. */
export const previewOf = async (
  client: pg.ClientBase,
  { check, settings, now, signal }: Preview,
) => {
  const ids = await drawn(client);
  const counts = { flagged: 0, flagged_now: 0 };
  const examples: { facts: Facts; values: Record<string, string | number> }[] = [];
  for (let at = 0; at < ids.length && !signal.aborted; at += batch) {
    const some = ids.slice(at, at + batch).map(({ id }) => id);
    const place = new Map(some.map((id, index) => [id, index]));
    const facts = await factsOf(client, some);
    facts.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
    for (const one of facts) {
      if (found(check, now, one)) counts.flagged_now += 1;
      const finding = found(check, settings, one);
      if (!finding) continue;
      counts.flagged += 1;
      if (examples.length < checkLimits.previewExamples) {
        examples.push({ facts: one, values: finding.values });
      }
    }
  }
  return {
    days: checkLimits.previewDays,
    reports: ids[0]?.of ?? 0,
    looked_at: ids.length,
    ...counts,
    examples: examples.map(({ facts: { id, username, circle, pin, time }, values }) => {
      const { text, said } = flagSentence(check, values);
      return { id, username, circle, pin, capture_time: time, message: text, said };
    }),
  };
};
