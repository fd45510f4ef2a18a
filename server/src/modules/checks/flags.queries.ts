// Flags as the calls return them.
import {
  type CheckName,
  checkLimits,
  checkNames,
  type Flag,
  type FlagOutcome,
  type ListedFlag,
  type MessageId,
  type Precision,
  severities,
} from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Reach } from '../../plugins/circle-limits.ts';
import { type Message, say } from '../../say.ts';

/** The sentence of a flag. A check without a message does not compile. */
export const flagSentence = (
  check: CheckName,
  values: Record<string, string | number>,
): Message => {
  const id: MessageId = `flag-${check}`;
  return (say as (id: MessageId, values?: Record<string, string | number>) => Message)(
    id,
    Object.keys(values).length > 0 ? values : undefined,
  );
};

const written = (column: string) =>
  sql<string>`to_char(${sql.ref(column)}, 'DD/MM/YYYY HH24:MI:SS')`;

/** SQL for what became of a flag, from its own row and its report's. */
const outcome = sql<FlagOutcome>`case when flags.dismissed_at is not null then 'dismissed'
  when reports.resubmission = 1 then 'confirmed'
  when reports.review in ('accepted', 'accepted_unseen') then 'accepted' else 'open' end`;

export const severityName = (severity: number) => severities[severity - 1] as Flag['severity'];

/** The values of a flag without the PIN and time of the counterpart. */
const withoutPin = (found: Record<string, string | number>) =>
  'pin' in found ? { ...found, pin: '…', ...('time' in found && { time: '…' }) } : found;

/**
 * The flags of reports, by report: worst first, dismissed ones last.
 * @param signPhoto makes the link of a counterpart's photo
 * @param reach counterparts in other circles are left out, with their PIN and time in the sentence
 */
export const flagsOfReports = async (
  db: Reader,
  ids: readonly number[],
  signPhoto: (name: string) => string,
  reach?: Reach,
): Promise<Map<number, Flag[]>> => {
  const rows = await db
    .selectFrom('flags')
    .innerJoin('reports', 'reports.id', 'flags.report_id')
    .leftJoin('reports as other', 'other.id', 'flags.counterpart_id')
    .select(['flags.report_id', 'flags.check_name', 'flags.version', 'flags.severity'])
    .select(['flags.found', 'flags.dismissed_by', 'flags.dismissed_reason'])
    .select([written('flags.at').as('at'), written('flags.dismissed_at').as('dismissed_at')])
    .select(outcome.as('outcome'))
    .select(['other.id as other_id', 'other.username as other_username'])
    .select(['other.circle as other_circle', 'other.pin as other_pin', 'other.circle_key'])
    .select(['other.latitude as other_latitude', 'other.longitude as other_longitude'])
    .select(['other.photo_name as other_photo', written('other.capture_time').as('other_time')])
    .where(sql<boolean>`flags.report_id = any(${ids}::bigint[])`)
    .execute();
  const flags = new Map<number, Flag[]>();
  const place = (check: CheckName) => checkNames.indexOf(check);
  // A newer server may have stored flags of checks that this one does not know.
  const known = rows.filter(({ check_name }) => place(check_name) >= 0);
  known.sort(
    (one, other) =>
      Number(one.outcome === 'dismissed') - Number(other.outcome === 'dismissed') ||
      other.severity - one.severity ||
      place(one.check_name) - place(other.check_name),
  );
  for (const row of known) {
    const isForeign = reach !== undefined && !reach.includes(row.circle_key ?? '');
    const found = isForeign ? withoutPin(row.found) : row.found;
    const { text, said } = flagSentence(row.check_name, found);
    const flag: Flag = {
      check: row.check_name,
      severity: severityName(row.severity),
      version: row.version,
      message: text,
      said,
      at: row.at,
      counterpart:
        row.other_id === null || isForeign
          ? null
          : {
              id: row.other_id,
              username: row.other_username ?? '',
              circle: row.other_circle ?? '',
              pin: row.other_pin ?? '',
              capture_time: row.other_time,
              latitude: row.other_latitude,
              longitude: row.other_longitude,
              picture_path: row.other_photo && signPhoto(row.other_photo),
            },
      outcome: row.outcome,
      dismissed:
        row.dismissed_by === null
          ? null
          : { by: row.dismissed_by, at: row.dismissed_at, reason: row.dismissed_reason ?? '' },
    };
    const before = flags.get(row.report_id);
    if (before) before.push(flag);
    else flags.set(row.report_id, [flag]);
  }
  return flags;
};

/** Flags that nobody dismissed, worst first, for the chips of the list; by report. */
export const listedFlags = async (
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, ListedFlag[]>> => {
  const rows = await db
    .selectFrom('flags')
    .select(['report_id', 'check_name', 'severity'])
    .where(sql<boolean>`report_id = any(${ids}::bigint[])`)
    .where('dismissed_at', 'is', null)
    .orderBy('severity', 'desc')
    .orderBy('check_name')
    .execute();
  const listed = new Map<number, ListedFlag[]>();
  for (const { report_id, check_name, severity } of rows) {
    const flag = { check: check_name, severity: severityName(severity) };
    listed.set(report_id, [...(listed.get(report_id) ?? []), flag]);
  }
  return listed;
};

const none: Precision = { flags: 0, open: 0, confirmed: 0, accepted: 0, dismissed: 0 };

/** What became of the flags of the last `checkLimits.precisionDays` days, by check. */
export const precisionOf = async (db: Reader): Promise<Record<CheckName, Precision>> => {
  const rows = await db
    .selectFrom('flags')
    .innerJoin('reports', 'reports.id', 'flags.report_id')
    .select(['flags.check_name', outcome.as('outcome'), sql<number>`count(*)`.as('count')])
    .where(sql<boolean>`flags.at > now() - make_interval(days => ${checkLimits.precisionDays})`)
    .groupBy(['flags.check_name', outcome])
    .execute();
  const found = Object.fromEntries(checkNames.map((name) => [name, { ...none }])) as Record<
    CheckName,
    Precision
  >;
  for (const { check_name, outcome, count } of rows) {
    const precision = found[check_name];
    if (!precision) continue;
    precision.flags += count;
    precision[outcome] += count;
  }
  return found;
};
