// The audit trail: every change writes its entry in its own transaction. The database refuses to change
// entries (migrations/0003-activity.ts).
import type { ActivityAction, ApiScope } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from './connection.ts';

/** The API key with which a program makes a request. */
export interface KeyInUse {
  id: number;
  name: string;
  scopes: readonly ApiScope[];
}

/** The author of a change, and the address of the request. */
export interface Actor {
  id: number | null;
  username: string;
  name: string;
  role_id: number;
  /** For calls about one's own account; audit entries do not need it. */
  email?: string;
  address: string;
  /** What an administrator must do before calls are answered that are not allowed during set-up. */
  setup?: 'password' | 'second-factor' | undefined;
  /** The circles to which the person or the API key is limited; undefined: all. */
  circles?: readonly string[] | undefined;
  /** Limited to reading: nothing may be changed but the own account. */
  isReadOnly?: boolean;
  /** Set where a program makes the request with an API key of this person. */
  key?: KeyInUse;
  /** The request's id, as in log lines and error answers. */
  request_id?: string;
}

/** A person at the server's command line. */
export const operator: Actor = {
  id: null,
  username: '',
  name: '',
  role_id: 0,
  address: 'command line',
};

/** Changes that the server makes by itself. */
export const program: Actor = { ...operator, address: 'server' };

export interface AuditEntry {
  action: ActivityAction;
  /** What was changed, in words: a username, a circle, a PIN. */
  subject: string;
  /** Number of changed rows. */
  rowCount: number;
  details?: Record<string, unknown>;
  /** The id under which the earlier state is recorded: the change can be undone. */
  undoableAs?: number;
  /** The entry that this change undoes. */
  undoes?: number;
}

/** The subject of an upload: how many rows, and of which file where the client names it. */
export const rowsOf = (rows: number, file: string | undefined): string =>
  `${rows} ${rows === 1 ? 'row' : 'rows'}${file ? ` of ${file}` : ''}`;

/** The id of an entry that will be written later, for rows recorded with it. */
export const reserveEntry = async (db: Writer): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('audit_entries', 'id')) as id`.execute(db);
  return rows[0]?.id as number;
};

/** Writes one entry in the transaction of the change. */
export const audit = async (db: Writer, actor: Actor, entry: AuditEntry): Promise<void> => {
  const id =
    entry.undoableAs === undefined
      ? sql`nextval(pg_get_serial_sequence('audit_entries', 'id'))`
      : sql`${entry.undoableAs}::bigint`;
  await sql`
    insert into audit_entries (id, actor_id, actor, address, request_id, action, subject, row_count,
      details, is_undoable, undoes)
    overriding system value
    values (${id}, ${actor.id}, ${actor.username}, ${actor.address}, ${actor.request_id ?? ''},
      ${entry.action}, ${entry.subject}, ${entry.rowCount}, ${JSON.stringify(entry.details ?? {})},
      ${entry.undoableAs !== undefined}, ${entry.undoes ?? null})`.execute(db);
};

/**
 * The part of a larger statement that writes entries, for changes that are one statement (ADR 28).
 * @param rows SQL of (actor_id, actor, address, request_id, action, subject, row_count, details)
 */
export const insertEntries = (rows: string): string => `
  insert into audit_entries (actor_id, actor, address, request_id, action, subject, row_count, details)
  ${rows}`;
