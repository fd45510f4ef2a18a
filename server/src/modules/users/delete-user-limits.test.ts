// A surveyor with very many reports can be deleted: the work is split into short statements.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';

/** Several batches; DELETE_REPORTS=200000 measures the limits. */
const reports = Number(process.env.DELETE_REPORTS ?? 12_000);

const server = setUpTestServer();

test(`a surveyor with ${reports} reports is deleted, and all of the reports stay`, async () => {
  const { db } = server.database;
  const ali = await server.addSurveyor('ali');
  const sana = await server.addSurveyor('sana');
  const add = (id: number, username: string, count: number) =>
    sql`
      insert into reports (submission_id, user_id, username, user_name, user_phone, circle, circle_key, pin, capture_time)
      select gen_random_uuid(), ${id}::bigint, ${username}::text, 'A', '', 'Town', 'town', n::text, now()
      from generate_series(1, ${count}::integer) as n`.execute(db);
  for (let left = reports; left > 0; left -= 6_000) await add(ali.id, 'ali', Math.min(left, 6_000));
  await add(sana.id, 'sana', 10);
  const answer = await server.call(
    calls.deleteUser,
    { body: { user_id: ali.id } },
    server.administrator.token,
  );
  expect([answer.status, answer.body.message]).toEqual([
    200,
    'User ali deleted; the reports are kept.',
  ]);
  const { rows } = await sql<{ username: string; count: number; linked: number }>`
    select username, count(*) as count, count(user_id) as linked
    from reports group by username order by username`.execute(db);
  expect(rows).toEqual([
    { username: 'ali', count: reports, linked: 0 },
    { username: 'sana', count: 10, linked: 10 },
  ]);
}, 120_000);
