// Creates the first administrator at the first start (R7).
import { roles } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { type Config, ConfigError } from '../../config.ts';
import type { Tables } from '../../database/tables.ts';
import { passwordWeakness } from '../../plugins/password-strength.ts';
import { makePassword } from '../../plugins/passwords.ts';
import { addAdministrator } from './administrators.commands.ts';

const standardEmail = 'admin@example.org';
/** Two servers that start at once on an empty database create one administrator. */
const lockNumber = 4_871_001;

/**
 * Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD where there is none yet.
 * @returns the sign-in to print, only where the password was generated here
 * @throws ConfigError where ADMIN_PASSWORD is weak; it is ignored once there is an administrator
 */
export const ensureFirstAdministrator = (
  db: Kysely<Tables>,
  config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ email: string; password: string } | undefined> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction);
    const existing = await transaction
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', roles.administrator)
      .limit(1)
      .executeTakeFirst();
    if (existing) return undefined;
    const email = config.ADMIN_EMAIL ?? standardEmail;
    const weakness =
      config.ADMIN_PASSWORD && (await passwordWeakness(config.ADMIN_PASSWORD, [email]));
    if (weakness) throw new ConfigError(`ADMIN_PASSWORD ${weakness.text} (see docs/operations.md)`);
    const password = config.ADMIN_PASSWORD ?? makePassword();
    await addAdministrator(transaction, { email, name: 'Administrator', password });
    return config.ADMIN_PASSWORD ? undefined : { email, password };
  });
