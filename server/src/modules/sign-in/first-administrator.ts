// Creates the first administrator at the first start (R7).
import { roles } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { type Config, ConfigError } from '../../config.ts';
import { operator } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { passwordWeakness } from '../../plugins/password-strength.ts';
import { makePassword } from '../../plugins/passwords.ts';
import { addAdministrator } from './administrators.commands.ts';

const standardEmail = 'admin@example.org';
/** Two servers that start at once on an empty database create one administrator. */
const lockNumber = 4_871_001;

/**
 * Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD where there is none yet. A password that was made
 * here must be changed at the first sign-in.
 * @returns the sign-in to hand over, only where the password was made here
 * @throws ConfigError where ADMIN_PASSWORD is weak; it is ignored once there is an administrator
 */
export const ensureFirstAdministrator = (
  db: Kysely<Tables>,
  config: Pick<Config, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<{ email: string; password: string } | undefined> =>
  // Held while the administrator is made on a connection of its own.
  db.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(holder);
    const existing = await holder
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
    const mustChange = config.ADMIN_PASSWORD === undefined;
    await addAdministrator(
      db,
      { ...operator, address: 'first start' },
      { email, name: 'Administrator', password, mustChange },
    );
    return mustChange ? { email, password } : undefined;
  });
