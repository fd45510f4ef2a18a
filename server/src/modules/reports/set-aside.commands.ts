// Sets reports aside: they leave lists, counts and exports, but stay with their photos in the history of their pins
// (ADR 37). Lists, then pins, then reports: the order of all locks.
import type { ReportFilters, SetAsideProgress } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import { type Actor, audit, reserveEntry } from '../../database/audit.ts';
import type { Database, Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { type FreedPin, freePins, usePinsAgain } from '../lists/free-pins.commands.ts';
import { lockListsOfPins } from '../lists/send-back-pins.commands.ts';
import type { UndoneEntry } from '../lists/undo-pins.commands.ts';
import { lastReport } from '../lists/undo-records.commands.ts';
import { linesOfParts, type Notify } from './bulk-batches.ts';

interface Part {
  ids: readonly number[];
  /** Counted from 1. */
  number: number;
  filters: ReportFilters;
}

export const pinsOf = (db: Writer, ids: readonly number[]) =>
  db
    .selectFrom('reports')
    .select(['id', 'username', 'circle', 'circle_key', 'pin'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();

/** Sets current reports aside; returns which of the ids were current. */
export const markSetAside = async (db: Writer, actor: Actor, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    update reports set replaced_by = id, set_aside_at = now(), set_aside_by = ${actor.username}
    where id = any(${ids}::bigint[]) and replaced_by is null returning id`.execute(db);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
};

/** Reports that those set aside had replaced become current again, and wait to be surveyed again. */
const bringBackReplaced = async (db: Writer, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; replaced_by: number }>`
    with waiting as (
      select id, replaced_by from reports
      where replaced_by = any(${ids}::bigint[]) and id <> replaced_by
    ), back as (
      update reports set replaced_by = null from waiting where reports.id = waiting.id
    )
    select * from waiting order by id`.execute(db);
  return rows;
};

/** Where only second reports of a pin are left, the oldest is the first one now. @returns the ids of those */
export const promoteSecond = async (db: Writer, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update reports set is_second = false
    where id in (
      select min(left_over.id) from reports as left_over
      where replaced_by is null and (circle_key, pin) in (
        select circle_key, pin from reports where id = any(${ids}::bigint[]))
      group by circle_key, pin having bool_and(is_second))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
};

const subjectOf = (reports: Awaited<ReturnType<typeof pinsOf>>, number: number): string => {
  const [first, ...others] = reports;
  return first && others.length === 0
    ? `${first.username}, ${first.circle}, PIN ${first.pin}`
    : `${reports.length} reports, part ${number}`;
};

/** The highest id of a report: later reports have higher ids. */
export const lastReportNow = async (db: Writer): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select ${lastReport} as last`.execute(db);
  return rows[0]?.last ?? 0;
};

const freedDetails = (pins: readonly FreedPin[]) => ({
  pin_ids: pins.map(({ id }) => id),
  pin_changes: pins.map(({ changed_by }) => changed_by),
});

/** @returns the audit entry; none where none of the reports was current any more */
const setPartAside = async (db: Writer, actor: Actor, { ids, number, filters }: Part) => {
  await lockListsOfPins(db, await pinsOf(db, ids), 'all');
  const marked = await markSetAside(db, actor, ids);
  if (marked.length === 0) return { count: 0, entries: [] };
  const restored = await bringBackReplaced(db, marked);
  const reports = await pinsOf(db, marked);
  const promoted = await promoteSecond(db, marked);
  const pins = await freePins(db, reports);
  const entryId = await reserveEntry(db);
  await audit(db, actor, {
    action: 'set-aside-reports',
    subject: subjectOf(reports, number),
    rowCount: marked.length,
    undoableAs: entryId,
    details: {
      ...{ reports: marked, restored, promoted, filters, last_report: await lastReportNow(db) },
      ...freedDetails(pins),
    },
  });
  return { count: marked.length, entries: [entryId] };
};

interface Work {
  ids: Float64Array;
  filters: ReportFilters;
  log: FastifyBaseLogger;
  /** Notifies open consoles of each committed batch. */
  notify: Notify;
}

/** Sets the reports aside; yields the lines of `linesOfParts`. */
export const setAsideInParts = (
  database: Database,
  actor: Actor,
  { filters, ...work }: Work,
): AsyncGenerator<string> =>
  linesOfParts<SetAsideProgress>(database, {
    ...work,
    start: { set_aside: 0, gone: 0, undo_entries: [] },
    work: async (db, part, before) => {
      const { count, entries } = await setPartAside(db, actor, { ...part, filters });
      return {
        ...before,
        set_aside: before.set_aside + count,
        gone: before.gone + part.ids.length - count,
        undo_entries: [...before.undo_entries, ...entries],
      };
    },
  });

const setAside = z.object({
  reports: z.array(z.number()),
  restored: z.array(z.object({ id: z.number(), replaced_by: z.number() })),
  pin_ids: z.array(z.number()),
  pin_changes: z.array(z.number().nullable()).default([]),
  last_report: z.number().nullable().default(null),
  /** None in entries from before there were second reports. */
  promoted: z.array(z.number()).default([]),
});

/** @throws AppError conflict where restoring the reports would override later changes */
const refuseOverLater = async (
  db: Writer,
  ids: readonly number[],
  { restored, last_report }: Pick<z.infer<typeof setAside>, 'restored' | 'last_report'>,
): Promise<void> => {
  const { rows } = await sql<{ pin: string }>`
    select own.circle || ' ' || own.pin as pin from reports as own
    where own.id = any(${ids}::bigint[]) and exists (
      select from reports as later
      where later.circle_key = own.circle_key and later.pin = own.pin
        and later.replaced_by is null and case when ${last_report}::bigint is null
          then later.submission_time >= own.set_aside_at else later.id > ${last_report}::bigint end)
    order by own.id limit 1`.execute(db);
  const [later] = rows;
  if (later) {
    throw new AppError('conflict', say('undo-newer-report', { pin: later.pin }));
  }
  const waiting = await db
    .selectFrom('reports')
    .select('id')
    .where(sql<boolean>`id = any(${restored.map(({ id }) => id)}::bigint[])`)
    .where('replaced_by', 'is', null)
    .where('resubmission', '=', 1)
    .forNoKeyUpdate()
    .execute();
  if (waiting.length < restored.length) {
    throw new AppError('conflict', say('undo-report-changed'));
  }
};

/** Restores reports that were set aside; they replace the same reports as before. */
export const undoSetAside = async (
  db: Writer,
  entry: UndoneEntry & { details: unknown },
): Promise<number> => {
  const details = setAside.parse(entry.details);
  const { reports: ids, restored, promoted, pin_ids, pin_changes } = details;
  const reports = await pinsOf(db, ids);
  await lockListsOfPins(db, reports, 'all');
  await refuseOverLater(db, ids, details);
  const { numAffectedRows = 0n } = await sql`
    update reports set replaced_by = null, set_aside_at = null, set_aside_by = null
    where id = any(${ids}::bigint[]) and set_aside_at is not null`.execute(db);
  await sql`
    update reports set replaced_by = was.replaced_by
    from unnest(${restored.map(({ id }) => id)}::bigint[],
      ${restored.map(({ replaced_by }) => replaced_by)}::bigint[]) as was (id, replaced_by)
    where reports.id = was.id`.execute(db);
  await sql`update reports set is_second = true where id = any(${promoted}::bigint[])`.execute(db);
  const freed = pin_ids.map((id, at) => ({ id, changed_by: pin_changes[at] ?? null }));
  await usePinsAgain(db, reports, freed);
  return Number(numAffectedRows);
};
