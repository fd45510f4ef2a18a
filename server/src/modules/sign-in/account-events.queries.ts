// What happened to an account, for its owner: changes of its sign-in, and sign-ins that were refused.
import type { AccountEvent } from '@survey/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

const shownDays = 90;
const shownMost = 20;

/** As in the index audit_entries_account_events, which has these entries only. */
const ofAccounts = sql<boolean>`action in ('sign-in-failed', 'sign-in-code-asked', 'reset-password',
  'reset-second-factor', 'change-own-password', 'confirm-second-factor', 'new-recovery-codes',
  'stop-second-factor')`;

/**
 * What the owner did not do here and now: from another address than this one, and not the first half of a sign-in that
 * was finished there.
 */
const isStrange = (address: string): RawBuilder<boolean> => sql<boolean>`
  audit_entries.address <> ${address} and not exists (
    select from audit_entries as finished
    where finished.action = 'sign-in' and finished.actor = audit_entries.subject
      and finished.address = audit_entries.address
      and finished.at between audit_entries.at and audit_entries.at + interval '15 minutes')`;

interface AccountOwner {
  id: number | null;
  username: string;
  address: string;
}

const eventsOf = (db: Reader, { id, username, address }: AccountOwner) =>
  db
    .selectFrom('audit_entries')
    .select(['at', 'action', 'address'])
    .select(
      sql<boolean>`at > (select events_seen_at from users where id = ${id}) and ${isStrange(address)}`.as(
        'is_new',
      ),
    )
    .where('subject', '=', username)
    .where(ofAccounts)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${shownDays})`)
    .orderBy('id', 'desc')
    .limit(shownMost);

/** The last events of an account, newest first. */
export const accountEvents = async (db: Reader, owner: AccountOwner): Promise<AccountEvent[]> => {
  const found = await eventsOf(db, owner).execute();
  return found.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
};

/** Whether there are events that the owner has not said to know of. */
export const hasNewEvents = async (db: Reader, owner: AccountOwner): Promise<boolean> =>
  (await accountEvents(db, owner)).some(({ is_new }) => is_new);

/** Notes that the owner knows of all events until now. */
export const noteEventsSeen = async (db: Kysely<Tables>, userId: number): Promise<void> => {
  await db
    .updateTable('users')
    .set({ events_seen_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
};
