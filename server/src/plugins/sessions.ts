// Bearer tokens: opaque, 256 random bits, kept only as a hash (R3).
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { coalesced } from '../database/coalesce.ts';
import type { Writer } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';

export interface SessionUser {
  id: number;
  role_id: number;
  username: string;
  name: string;
  email: string;
  must_change_password: boolean;
  has_second_factor: boolean;
  /** Circles of a limited administrator; null: all. */
  circles: string[] | null;
  is_read_only: boolean;
}

/** How often the time of last use is written, in seconds. */
const lastUseEverySeconds = 60;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Address and browser of a session, for its owner to recognise it. */
export interface SessionOrigin {
  address: string;
  userAgent: string;
}

/** Longest part of a browser's name that is stored. */
const userAgentLength = 300;

/**
 * Opens a session for a user and returns its token, which is never stored. Undefined where the user was deleted or
 * blocked, or the checked password changed meanwhile; from here to the end of the transaction that cannot happen.
 */
export const openSession = async (
  db: Kysely<Tables>,
  user: { id: number; password_hash: string },
  { address, userAgent }: SessionOrigin = { address: '', userAgent: '' },
): Promise<string | undefined> => {
  const token = randomBytes(32).toString('base64url');
  const isStill = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!isStill) return undefined;
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: user.id,
      address,
      user_agent: userAgent.slice(0, userAgentLength),
    })
    .execute();
  return token;
};

/**
 * Lets nobody open a session for this user before the transaction ends: what ends sessions then ends all of them.
 */
export const holdSessionsOf = async (db: Writer, userId: number): Promise<void> => {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
};

export const endSession = async (db: Kysely<Tables>, token: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
};

/** Ends every session of a user, except the given one: on block, delete and password change. */
export const endSessionsOf = async (
  db: Kysely<Tables>,
  userId: number,
  exceptToken?: string,
): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptToken !== undefined, (query) =>
      query.where('token_hash', '!=', hashToken(exceptToken ?? '')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Notes that a user was here, by a session or by a credential of a phone. */
export const noteUserSeen = async (db: Kysely<Tables>, userId: number): Promise<void> => {
  await db
    .updateTable('users')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', userId)
    .execute();
};

const noteUse = async (db: Kysely<Tables>, hash: Buffer, userId: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .execute();
  await noteUserSeen(db, userId);
};

type SessionLimits = Pick<Config, 'SESSION_IDLE_HOURS' | 'SESSION_MAX_DAYS'>;

/** Open sessions with their users: not too old, recently used, the user not blocked. */
const openSessions = (db: Kysely<Tables>, config: SessionLimits) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('is_active', '=', true)
    .where(
      'last_used_at',
      '>',
      sql<Date>`now() - make_interval(hours => ${config.SESSION_IDLE_HOURS})`,
    )
    .where(
      'sessions.created_at',
      '>',
      sql<Date>`now() - make_interval(days => ${config.SESSION_MAX_DAYS})`,
    );

/** Deletes sessions that are too old or unused for too long; returns how many. */
export const forgetEndedSessions = async (
  db: Kysely<Tables>,
  config: SessionLimits,
): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where(
          'last_used_at',
          '<',
          sql<Date>`now() - make_interval(hours => ${config.SESSION_IDLE_HOURS})`,
        ),
        where(
          'created_at',
          '<',
          sql<Date>`now() - make_interval(days => ${config.SESSION_MAX_DAYS})`,
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Which of the sessions (hashes of their tokens) are still open. Does not count as a use. */
export const openSessionsAmong = async (
  db: Kysely<Tables>,
  hashes: Buffer[],
  config: SessionLimits,
): Promise<Buffer[]> => {
  const found = await openSessions(db, config)
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .execute();
  return found.map(({ token_hash }) => token_hash);
};

/** The open sessions of several token hashes with their users, in one statement. */
const sessionsOf = async (db: Kysely<Tables>, config: SessionLimits, hashes: Buffer[]) => {
  const found = await openSessions(db, config)
    .select(['token_hash', 'users.id', 'role_id', 'username', 'name', 'email'])
    .select(['must_change_password', 'limited_to as circles', 'is_read_only'])
    .select(
      sql<boolean>`exists (select from second_factors
        where second_factors.user_id = users.id and confirmed_at is not null)`.as(
        'has_second_factor',
      ),
    )
    .select(
      sql<boolean>`last_used_at < now() - make_interval(secs => ${lastUseEverySeconds})`.as(
        'is_use_unnoted',
      ),
    )
    .where(sql<boolean>`token_hash = any(${hashes}::bytea[])`)
    .execute();
  const known = new Map(found.map((session) => [session.token_hash.toString('hex'), session]));
  return hashes.map((hash) => known.get(hash.toString('hex')));
};

/**
 * Looks up the session of a token; undefined where it is unknown, too old, unused for too long, or the user
 * blocked. Nothing is cached: look-ups of concurrent requests are coalesced. What is no use of it, such as a refresh that
 * a forgotten page makes, does not keep it open.
 */
export const sessionLookUp = (db: Kysely<Tables>, config: SessionLimits) => {
  const find = coalesced((hashes: Buffer[]) => sessionsOf(db, config, hashes));
  return async (token: string, isUse: boolean): Promise<SessionUser | undefined> => {
    const hash = hashToken(token);
    const found = await find(hash);
    if (!found) return undefined;
    const { is_use_unnoted, token_hash, ...user } = found;
    if (is_use_unnoted && isUse) await noteUse(db, hash, user.id);
    return user;
  };
};

/** The token of an `Authorization: Bearer` header. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer +([\w-]{20,200})$/i.exec(header ?? '')?.[1];

/** Ends all sessions. After a recovery, sessions that were closed since would be valid again. */
export const endAllSessions = async (db: Writer): Promise<void> => {
  await db.deleteFrom('sessions').execute();
};
