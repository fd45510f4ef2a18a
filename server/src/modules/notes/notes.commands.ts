// Notes on pins: words of administrators, some of which the surveyor's phone shows (ADR 63).
import type { NoteText } from '@survey/contract';
import { sql } from 'kysely';
import type { Actor } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import type { NotesTable } from '../../database/review-tables.ts';

/** A report whose pin gets a note. */
export interface NotedReport {
  id: number;
  circle_key: string;
  pin: string;
}

/** Where a note belongs. */
interface Purpose {
  state: NotesTable['state'];
  /** The caller makes the phones that have the pin fetch it again. */
  isToSurveyor: boolean;
}

/** Writes the same note on the pins of these reports; returns the ids in their order. */
export const addNotes = async (
  db: Writer,
  actor: Actor,
  reports: readonly NotedReport[],
  { text, fields }: NoteText,
  { state, isToSurveyor }: Purpose,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into notes (circle_key, pin, report_id, author, author_name, state, text, fields, to_surveyor)
    select circle_key, pin, report_id, ${actor.username}, ${actor.name}, ${state}, ${text}, ${fields}::text[],
      ${isToSurveyor}
    from unnest(
      ${reports.map(({ circle_key }) => circle_key)}::text[],
      ${reports.map(({ pin }) => pin)}::text[],
      ${reports.map(({ id }) => id)}::bigint[]
    ) as given (circle_key, pin, report_id)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
};
