// The drill of docs/operations.md with Debian's PostgreSQL: base backup, archive, mistake, recovery to the second
// before it.
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { isOfThisEpoch } from '../modules/lists/list-epochs.commands.ts';
import { checkRollups, rebuildRollups } from '../modules/rollups/rollups.commands.ts';
import { projectRoot } from '../project-root.ts';
import {
  findPostgres,
  makeCluster,
  makeFolder,
  runTool,
  startPostgres,
} from '../testing/debian-postgres.ts';
import { testTimeZone } from '../testing/test-database.ts';
import { afterRecovery } from './after-recovery.ts';

const stops: (() => Promise<void>)[] = [];
let folder: string | undefined;
afterAll(async () => {
  for (const stop of stops) await stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** SQL that stores reports of a surveyor. */
const reports = (from: number, to: number) => sql`
  insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, land, capture_time)
  select gen_random_uuid(), 'ali', 'Ali', '0300', 'Model Town', 'model town', n::text, 'Residential', now()
  from generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) as n`;

test('a database is brought back to the second before a mistake', { timeout: 120_000 }, async ({
  annotate,
}) => {
  const postgres = await findPostgres();
  if (!postgres) {
    await annotate('PostgreSQL of Debian is not installed: the recovery was not tried.');
    return;
  }
  folder = await makeFolder(postgres, 'recovery');
  const at = (name: string) => path.join(folder as string, name);
  await mkdir(at('archive'));
  const { uid, gid } = postgres.who;
  if (uid !== undefined && gid !== undefined) await chown(at('archive'), uid, gid);
  const tool = (name: string, ...parameters: string[]) =>
    runTool(postgres, folder as string, name, ...parameters);
  const start = async (data: string, settings: string[] = []) => {
    const started = await startPostgres(postgres, folder as string, data, settings);
    stops.push(started.stop);
    await started.untilRecovery(false);
    return started;
  };

  const shipped = await readFile(path.join(projectRoot, 'deploy/postgresql/archive.conf'), 'utf8');
  await makeCluster(postgres, folder, at('primary'));
  await writeFile(
    at('primary/postgresql.auto.conf'),
    shipped.replaceAll('/archive/', `${at('archive')}/`),
  );
  const primary = await start(at('primary'));
  const before = openDatabase({ url: primary.url, connections: 2, timeZone: testTimeZone });
  await migrate(before.db);
  await sql`insert into users (role_id, username, name, email, password_hash)
    values (2, 'ali', 'Ali', 'ali@example.org', 'hash')`.execute(before.db);
  await sql`insert into pin_lists (user_id, version) select id, 7 from users`.execute(before.db);
  await sql`insert into sessions (token_hash, user_id) select '\\x01', id from users`.execute(
    before.db,
  );
  await reports(1, 200).execute(before.db);
  await tool('pg_basebackup', '-d', primary.url, '-D', at('base'), '--checkpoint=fast');
  await reports(201, 300).execute(before.db);
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(
    before.db,
  );
  const moment = rows[0]?.moment as string;
  await pause(1_000);
  // The mistake, in SQL as it happens by hand. Then the machine is lost; the archive is on another one.
  await sql`update reports set land = 'Commercial'; drop table notes cascade`.execute(before.db);
  await sql`select pg_switch_wal()`.execute(before.db);
  await expect
    .poll(
      async () => (await readdir(at('archive'))).filter((name) => /^[0-9A-F]{24}$/.test(name)),
      {
        timeout: 20_000,
      },
    )
    .toEqual(expect.arrayContaining([expect.anything(), expect.anything()]));
  await pause(500);
  await before.close();
  await primary.stop();
  await rm(at('primary'), { recursive: true });

  const begun = performance.now();
  await writeFile(at('base/recovery.signal'), '');
  const recovered = await start(at('base'), [
    `restore_command=cp ${at('archive')}/%f %p`,
    `recovery_target_time=${moment}`,
    'recovery_target_action=promote',
    'archive_mode=off',
  ]);
  await annotate(`Recovered in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  const after = openDatabase({ url: recovered.url, connections: 2, timeZone: testTimeZone });
  try {
    await migrate(after.db);
    const found = await sql<{ count: number; lands: string[] }>`
      select count(*)::int as count, array_agg(distinct land) as lands from reports`.execute(
      after.db,
    );
    expect(found.rows).toEqual([{ count: 300, lands: ['Residential'] }]);
    expect((await sql`select from notes`.execute(after.db)).rows).toEqual([]);
    expect(await checkRollups(after)).toEqual([]);
    await rebuildRollups(after, testTimeZone);
    expect(await checkRollups(after)).toEqual([]);
    await afterRecovery(after);
    const people = await sql<{ version: number; sessions: number }>`
      select version, (select count(*)::int from sessions) as sessions from pin_lists`.execute(
      after.db,
    );
    expect(people.rows).toEqual([{ version: expect.any(Number), sessions: 0 }]);
    // A phone with a newer list than the recovered one has a cursor of another epoch.
    expect(isOfThisEpoch(9, people.rows[0]?.version ?? 0)).toBe(false);
  } finally {
    await after.close();
  }
});
