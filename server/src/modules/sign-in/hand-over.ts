// How the first administrator's made password comes to a person: on a terminal, or by a file that only the server's
// user reads. Never in the log, which journals and collectors keep.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { roles } from '@survey/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const fileName = 'first-administrator.txt';

/** The line to print about a made sign-in; without a terminal the password goes into a file of mode 0600. */
export const handOver = async (
  { email, password }: { email: string; password: string },
  { dataDir, isTerminal }: { dataDir: string; isTerminal: boolean },
): Promise<string> => {
  if (isTerminal) return `First administrator: ${email}, password: ${password} (shown only now)`;
  const file = path.join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true });
  await rm(file, { force: true });
  await writeFile(file, `${email}\n${password}\n`, { mode: 0o600, flag: 'wx' });
  return `First administrator: ${email}, password in ${file} (read it, sign in, choose another)`;
};

/** Removes the file once every made password has been changed. */
export const removeHandOver = async (db: Kysely<Tables>, dataDir: string): Promise<void> => {
  const file = path.join(dataDir, fileName);
  if (!existsSync(file)) return;
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roles.administrator)
    .where('must_change_password', '=', true)
    .executeTakeFirst();
  if (!waiting) await rm(file, { force: true });
};
