// Generated passwords that must be changed, and events of accounts that their owners have seen.
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  // What happened to the sign-in of an account, for its owner.
  indexes: [
    `audit_entries_account_events on audit_entries (subject, id)
      where action in ('sign-in-failed', 'sign-in-code-asked', 'reset-password', 'reset-second-factor',
        'change-own-password', 'confirm-second-factor', 'new-recovery-codes', 'stop-second-factor')`,
  ],
};

const statements = `
alter table users
  -- The password was generated; its owner must choose another at the first sign-in.
  add column must_change_password boolean not null default false,
  -- The time up to which the owner has seen the events of the account.
  add column events_seen_at timestamptz not null default now();
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
