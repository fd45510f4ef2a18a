// What phones report about themselves with each request (docs/phones.md): collected in memory and written every few
// seconds, so that no request of a phone waits for it.
import { deviceTimeHeader, phoneHeaders, readDeviceTime } from '@survey/contract';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Reader } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';

/** How often states are written, in milliseconds. */
const everyMs = 2_000;
/** Most phones whose states wait to be written; states of further phones are dropped. */
const mostWaiting = 20_000;
/** Most phones that are stored for one surveyor, because phones choose their ids. */
const mostOfUser = 20;
/** Days after which a phone that was not seen is deleted. */
const keptDays = 90;

interface PhoneState {
  user_id: number;
  device_id: string;
  app: string | null;
  app_version: string | null;
  contact_at: string;
  unsent: number | null;
  unsent_since: string | null;
  free_bytes: number | null;
  clock_ahead_ms: number | null;
}

const readText = (written: unknown): string | null =>
  typeof written === 'string' && /^[\x20-\x7e]{1,100}$/.test(written) ? written : null;

const readCount = (written: unknown, most: number): number | null =>
  typeof written === 'string' && /^\d{1,15}$/.test(written)
    ? Math.min(Number(written), most)
    : null;

/** The state that a request reports; undefined where it names no phone. Values that cannot be read are left out. */
const stateOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  userId: number,
  now: number,
): PhoneState | undefined => {
  const device = readText(headers[phoneHeaders.device]);
  if (!device) return undefined;
  const clock = readDeviceTime(headers[deviceTimeHeader]);
  return {
    user_id: userId,
    device_id: device,
    app: readText(headers[phoneHeaders.app]),
    app_version: readText(headers[phoneHeaders.version]),
    contact_at: new Date(now).toISOString(),
    unsent: readCount(headers[phoneHeaders.unsent], 1_000_000),
    unsent_since: readDeviceTime(headers[phoneHeaders.unsentSince]) ?? null,
    free_bytes: readCount(headers[phoneHeaders.freeBytes], 1e15),
    clock_ahead_ms: clock === undefined ? null : Date.parse(clock) - now,
  };
};

const write = async (db: Kysely<Tables>, states: readonly PhoneState[]): Promise<void> => {
  await sql`
    insert into phone_states
    select told.* from jsonb_populate_recordset(null::phone_states, ${JSON.stringify(states)}::jsonb) as told
    where exists (select from users where id = told.user_id)
      and (select count(*) from phone_states as known
        where known.user_id = told.user_id and known.device_id <> told.device_id) < ${mostOfUser}
    on conflict (user_id, device_id) do update set app = excluded.app, app_version = excluded.app_version,
      contact_at = excluded.contact_at, unsent = excluded.unsent, unsent_since = excluded.unsent_since,
      free_bytes = excluded.free_bytes, clock_ahead_ms = excluded.clock_ahead_ms
    where phone_states.contact_at <= excluded.contact_at`.execute(db);
};

export type PhoneStates = ReturnType<typeof openPhoneStates>;

/** Collects states of requests; `flush` writes them at once, also at shutdown. */
export const openPhoneStates = (db: Kysely<Tables>, log: FastifyBaseLogger) => {
  const waiting = new Map<string, PhoneState>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const states = [...waiting.values()];
    waiting.clear();
    // A lost state comes again with the next request.
    if (states.length > 0)
      await write(db, states).catch((err) =>
        log.warn({ err }, 'states of phones were not written'),
      );
  };
  return {
    note(request: Pick<FastifyRequest, 'headers'>, userId: number): void {
      const state = stateOf(request, userId, Date.now());
      const key = `${userId} ${state?.device_id}`;
      if (!state || (waiting.size >= mostWaiting && !waiting.has(key))) return;
      waiting.set(key, state);
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
};

/** The phones of a user that described themselves, last contact first. */
export const phoneStatesOf = (db: Reader, userId: number) =>
  db
    .selectFrom('phone_states')
    .select(['device_id', 'app', 'app_version', 'contact_at', 'unsent', 'unsent_since'])
    .select(['free_bytes', 'clock_ahead_ms'])
    .where('user_id', '=', userId)
    .orderBy('contact_at', 'desc')
    .execute();

/** Deletes the states of phones that were not seen for `keptDays`. */
export const forgetOldPhoneStates = async (db: Kysely<Tables>): Promise<void> => {
  await db
    .deleteFrom('phone_states')
    .where('contact_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
};
