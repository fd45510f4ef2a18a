// The rows of every table as Kysely sees them; the schema itself is in migrations/.
import type { Outcome, ReviewState } from '@survey/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Id, Json, OptionalTime, Time } from './columns.ts';
import type { PhoneCredentialsTable, PhoneStatesTable, SignInCodesTable } from './phone-tables.ts';
import type { ProgramTables } from './program-tables.ts';
import type {
  CheckRulesTable,
  CheckRunsTable,
  ChecksDueTable,
  DueTable,
  FlagsTable,
  NoteReasonsTable,
  NotesTable,
  OpenReportsTable,
  PhotoFactsTable,
  ReviewSamplesTable,
  SampledReportsTable,
  SurveyorSharesTable,
} from './review-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** States that a report's own column holds; the others follow from `resubmission`. */
export type StoredReview = Exclude<ReviewState, 'new' | 'sent_back'>;

export interface UsersTable {
  id: Id;
  role_id: number;
  username: string;
  name: string;
  email: string;
  phonenumber: Generated<string>;
  cnic: string | null;
  designation: string | null;
  is_active: Generated<boolean>;
  password_hash: string;
  created_at: Time;
  last_seen_at: OptionalTime;
  must_change_password: Generated<boolean>;
  events_seen_at: Time;
  /** Circles of a limited administrator; null: all. */
  limited_to: string[] | null;
  is_read_only: Generated<boolean>;
}

export interface SessionsTable {
  id: Id;
  token_hash: Buffer;
  user_id: number;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: Time;
  last_used_at: Time;
}

export interface SignInFailuresTable {
  id: Id;
  key: string;
  at: Time;
  is_pending: Generated<boolean>;
}

export interface SignInNetworksTable {
  user_id: number;
  network: string;
  last_at: Time;
}

export interface SecondFactorsTable {
  user_id: number;
  /** AES-256-GCM; see plugins/sealed-secrets.ts. */
  secret: Buffer;
  confirmed_at: OptionalTime;
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
}

export interface ServerSecretsTable {
  name: string;
  value: Buffer;
  earlier: Buffer | null;
  exchanged_at: Date | null;
}

export interface CirclesTable {
  id: Id;
  name: string;
  key: string;
  /** Of who has pins of it. */
  version: Generated<number>;
}

export interface UnitsTable {
  id: Id;
  circle_id: number | null;
  pin: string | null;
  ratingarea: Generated<string>;
  locality: Generated<string>;
  block: Generated<string>;
  street_address: Generated<string>;
  owner_name: Generated<string>;
  road: Generated<string>;
  extra: Json;
  unassignable_hash: string | null;
  created_at: Time;
  updated_at: Time;
  changed_by: number | null;
}

export interface PinListsTable {
  user_id: number;
  version: Generated<number>;
  forgotten_version: Generated<number>;
}

export interface CircleAssignmentsTable {
  user_id: number;
  circle_id: number;
  assigned_at: Time;
  /** Counted by triggers; no code writes it. */
  pins_total: GeneratedAlways<number>;
  pins_used: GeneratedAlways<number>;
  /** When the surveyor finished the circle, and why. */
  closed_at: OptionalTime;
  closed_reason: ColumnType<string | null, string | null | undefined>;
}

export interface AssignedPinsTable {
  id: Id;
  user_id: number;
  circle_id: number;
  unit_id: number;
  status: Generated<0 | 1>;
  version: number;
  changed_by: number | null;
}

export interface RemovedPinsTable {
  user_id: number;
  assigned_pin_id: number;
  version: number;
}

export interface ReportsTable {
  id: Id;
  submission_id: string;
  user_id: number | null;
  username: string;
  user_name: string;
  user_phone: string;
  unit_id: number | null;
  circle: string;
  circle_key: string;
  pin: string;
  info: string;
  floors_num: number | null;
  basement: boolean;
  store_front: boolean;
  land_area: number | null;
  covered_area: number | null;
  land: string;
  other: string;
  comments: string;
  latitude: number | null;
  longitude: number | null;
  capture_time: Time;
  submission_time: Time;
  resubmission: 0 | 1 | null;
  photo_name: string | null;
  photo_sha256: Buffer | null;
  photo_bytes: number | null;
  /** The photo's name in a report that arrived before its photo. */
  photo_awaited: ColumnType<string | null, string | null | undefined>;
  was_unassigned: Generated<boolean>;
  accuracy: ColumnType<number | null, number | null | undefined>;
  location_time: OptionalTime;
  place_reason: ColumnType<string | null, string | null | undefined>;
  started_at: OptionalTime;
  outcome: ColumnType<Outcome | null, Outcome | null | undefined>;
  answer: ColumnType<string | null, string | null | undefined>;
  app: ColumnType<string | null, string | null | undefined>;
  app_version: ColumnType<string | null, string | null | undefined>;
  device_id: ColumnType<string | null, string | null | undefined>;
  /** The phone's clock when it sent the report. */
  device_time: OptionalTime;
  /** It came for a PIN that had a current report from somebody else, which still is (ADR 53). */
  is_second: Generated<boolean>;
  /** The resubmission that replaced it; its own id where it was set aside (migration 0010). */
  replaced_by: number | null;
  set_aside_at: OptionalTime;
  set_aside_by: string | null;
  /** Null: new, or sent back where `resubmission` is 1. */
  review: ColumnType<StoredReview | null, StoredReview | null | undefined>;
  reviewed_at: OptionalTime;
  reviewed_by: ColumnType<string | null, string | null | undefined>;
  review_version: Generated<number>;
}

export interface AuditEntriesTable {
  id: Id;
  at: Time;
  actor_id: number | null;
  actor: string;
  address: Generated<string>;
  action: string;
  subject: string;
  row_count: number;
  details: Json;
  request_id: Generated<string>;
  is_undoable: Generated<boolean>;
  undoes: number | null;
}

export interface UndoPinsTable {
  entry_id: number;
  at: Time;
  user_id: number;
  part: 'removed' | 'changed' | 'added' | 'moved' | 'merged';
  version: number;
  pin_ids: number[];
  unit_ids: number[];
  statuses: (0 | 1)[];
  target_statuses: (0 | 1)[] | null;
}

export interface UndoUnitsTable {
  entry_id: number;
  at: Time;
  unit_id: number;
  ratingarea: string;
  locality: string;
  block: string;
  street_address: string;
  owner_name: string;
  road: string;
  extra: Json;
  changed_by: number | null;
}

/** Saved settings of the report page: filters, and the table's columns where given. */
export interface ReportViewsTable {
  id: Id;
  owner_id: number;
  name: string;
  name_key: string;
  filters: Json;
  table_view: ColumnType<unknown, string | null | undefined, string | null>;
  is_shared: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
}

/** Preferences of a person, one row for each part. */
export interface PreferencesTable {
  user_id: number;
  name: string;
  value: ColumnType<unknown, string, string>;
  updated_at: Time;
}

export interface Tables extends ProgramTables, WebhookTables {
  users: UsersTable;
  sessions: SessionsTable;
  phone_credentials: PhoneCredentialsTable;
  sign_in_codes: SignInCodesTable;
  phone_states: PhoneStatesTable;
  sign_in_failures: SignInFailuresTable;
  sign_in_networks: SignInNetworksTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  server_secrets: ServerSecretsTable;
  circles: CirclesTable;
  units: UnitsTable;
  pin_lists: PinListsTable;
  circle_assignments: CircleAssignmentsTable;
  assigned_pins: AssignedPinsTable;
  removed_pins: RemovedPinsTable;
  reports: ReportsTable;
  notes: NotesTable;
  note_reasons: NoteReasonsTable;
  check_rules: CheckRulesTable;
  flags: FlagsTable;
  checks_due: ChecksDueTable;
  photo_facts_due: DueTable;
  photo_facts: PhotoFactsTable;
  surveyor_shares: SurveyorSharesTable;
  check_runs: CheckRunsTable;
  open_reports: OpenReportsTable;
  review_samples: ReviewSamplesTable;
  sampled_reports: SampledReportsTable;
  audit_entries: AuditEntriesTable;
  report_views: ReportViewsTable;
  preferences: PreferencesTable;
  undo_pins: UndoPinsTable;
  undo_units: UndoUnitsTable;
}
