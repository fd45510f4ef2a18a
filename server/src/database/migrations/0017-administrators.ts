// Made passwords that must be changed, and what owners of accounts have been told of.
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
  -- The password was made for somebody, who chooses another at the first sign-in.
  add column must_change_password boolean not null default false,
  -- Until when the owner has looked at the events of the account.
  add column events_seen_at timestamptz not null default now();
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
