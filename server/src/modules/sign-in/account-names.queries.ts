// Sign-in takes email or username: no name of one account may be another's.
import { type Kysely, sql } from 'kysely';
import { type FieldMessages, fieldError } from '../../app-error.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';

export interface AccountNames {
  username?: string | undefined;
  email?: string | undefined;
  cnic?: string | undefined;
}

const fieldWords = { username: 'username', email: 'email', cnic: 'CNIC' } as const;

/** Which of these fields another account already uses, in any case. */
const takenFields = async (
  db: Reader,
  wanted: AccountNames,
  exceptId: number,
): Promise<(keyof AccountNames)[]> => {
  const [username, email, cnic] = [wanted.username, wanted.email, wanted.cnic].map(
    (value) => value ?? null,
  );
  const taken = await db
    .selectFrom('users')
    .select([
      sql<boolean>`bool_or(lower(username) = lower(${username}) or lower(email) = lower(${username}))`.as(
        'username',
      ),
      sql<boolean>`bool_or(lower(email) = lower(${email}) or lower(username) = lower(${email}))`.as(
        'email',
      ),
      sql<boolean>`bool_or(lower(cnic) = lower(${cnic}))`.as('cnic'),
    ])
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return (['username', 'email', 'cnic'] as const).filter((field) => taken[field]);
};

/** Whoever writes names of accounts waits for who does: unique indexes do not compare usernames with emails. */
const holdNames = (db: Writer) =>
  sql`select pg_advisory_xact_lock(4871, 2)`.execute(db as Kysely<Tables>);

/**
 * Holds the names of accounts until the transaction ends, and refuses those that another account has.
 * @throws AppError invalid-input with every field that is taken
 */
export const takeNames = async (db: Writer, wanted: AccountNames, exceptId = 0): Promise<void> => {
  await holdNames(db);
  const taken = await takenFields(db, wanted, exceptId);
  if (taken.length === 0) return;
  const errors: FieldMessages = {};
  for (const field of taken) errors[field] = [say('taken', { field: fieldWords[field] })];
  throw fieldError(errors);
};
