// Tables of the review: notes, checks, queue; see tables.ts.
import type { CheckName, NoteField, Severity } from '@survey/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Id, Json, OptionalTime, Time } from './columns.ts';

/** Versions of rules. */
export interface CheckRulesTable {
  check_name: CheckName;
  version: number;
  is_on: boolean;
  severity: Severity;
  parameters: Json;
  exceptions: ColumnType<unknown[], string, string>;
  changed_at: Time;
  changed_by: string;
}

export interface FlagsTable {
  report_id: number;
  check_name: CheckName;
  /** Version of the rule that found it; 0 for the defaults. */
  version: number;
  severity: 1 | 2 | 3;
  /** Values for the flag's sentence. */
  found: ColumnType<Record<string, string | number>, string, string>;
  counterpart_id: number | null;
  at: Time;
  capture_time: Time;
  /** The report is current and new, and nobody has dismissed the flag. */
  in_queue: boolean;
  dismissed_at: OptionalTime;
  dismissed_by: string | null;
  dismissed_reason: string | null;
}

/** Reports whose photo must be measured. */
export interface DueTable {
  id: Id;
  report_id: number;
}

/** Reports that the checks must evaluate. */
export interface ChecksDueTable extends DueTable {
  /** The photo has just been decoded, so the most similar photo is searched for. */
  is_decoded: Generated<boolean>;
}

export interface PhotoFactsTable {
  report_id: number;
  /** As text, because 64 bits do not fit into a number. */
  hash: string | null;
  width: number | null;
  height: number | null;
  brightness: number | null;
  sharpness: number | null;
  taken_at: OptionalTime;
  /**
   * The report for another PIN with an earlier capture whose photo is most similar, and the number of bits that differ.
   */
  similar_id: number | null;
  similar_bits: number | null;
}

export interface CheckRunsTable {
  id: Id;
  started_at: Time;
  started_by: string;
  days: number | null;
  since: OptionalTime;
  next_id: number;
  total: number;
  done: Generated<number>;
  added: Generated<number>;
  removed: Generated<number>;
  ended_at: OptionalTime;
  state: Generated<'running' | 'complete' | 'cancelled' | 'failed'>;
}

export interface SurveyorSharesTable {
  username: string;
  reports: number;
  flagged: number;
  sent_back: number;
  told_outcome: number;
  not_surveyed: number;
  with_area: number;
  round_areas: number;
  counted_at: Generated<Date>;
}

export interface OpenReportsTable {
  report_id: number;
  user_id: number;
  since: Time;
  seen_at: Time;
}

export interface ReviewSamplesTable {
  id: Id;
  drawn_at: Time;
  drawn_by: string;
  percent: number;
  date_from: ColumnType<string, string, string>;
  date_to: ColumnType<string, string, string>;
  seed: string;
  reports: number;
  surveyors: number;
}

export interface SampledReportsTable {
  sample_id: number;
  place: number;
  report_id: number;
}

export interface NotesTable {
  id: Id;
  circle_key: string;
  pin: string;
  report_id: number;
  at: Time;
  author: string;
  author_name: string;
  /** The state that the report got with the note, if any. */
  state: 'in_question' | 'sent_back' | null;
  text: string;
  fields: NoteField[];
  to_surveyor: boolean;
}

export interface NoteReasonsTable {
  position: number;
  text: string;
  fields: NoteField[];
}
