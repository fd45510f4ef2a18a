import type { AccountOverview } from '@survey/contract';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tables } from '../../database/tables.ts';
import { hashToken } from '../../plugins/sessions.ts';
import { accountEvents } from './account-events.queries.ts';
import type { Owner } from './confirm-owner.ts';

type Limits = Pick<Config, 'SESSION_IDLE_HOURS' | 'SESSION_MAX_DAYS'>;

const sessionsOf = (db: Kysely<Tables>, userId: number, token: string, limits: Limits) =>
  db
    .selectFrom('sessions')
    .select(['id', 'address', 'user_agent', 'created_at', 'last_used_at'])
    .select(sql<boolean>`token_hash = ${hashToken(token)}`.as('is_current'))
    .where('user_id', '=', userId)
    .where(
      'last_used_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${limits.SESSION_IDLE_HOURS})`,
    )
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${limits.SESSION_MAX_DAYS})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

const secondFactorOf = async (db: Kysely<Tables>, userId: number) => {
  const factor = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .select((from) =>
      from
        .selectFrom('recovery_codes')
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .select(sql<number>`count(*)`.as('left'))
        .as('recovery_codes_left'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const since = factor?.confirmed_at?.toISOString() ?? null;
  const left = since === null ? 0 : (factor?.recovery_codes_left ?? 0);
  return { is_on: since !== null, since, recovery_codes_left: left };
};

/** Open sessions, the state of the second factor, and what happened to the account. */
export const accountOverview = async (
  db: Kysely<Tables>,
  owner: Owner,
  limits: Limits,
): Promise<AccountOverview> => {
  const { id, token } = owner;
  const [second_factor, sessions, events] = await Promise.all([
    secondFactorOf(db, id),
    sessionsOf(db, id, token, limits),
    accountEvents(db, owner),
  ]);
  return {
    second_factor,
    events,
    sessions: sessions.map(({ created_at, last_used_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  };
};
