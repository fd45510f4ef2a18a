// Reading the audit trail: filters, pages and CSV; no call can change it.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';

const server = setUpTestServer();
let token: string;
beforeAll(async () => {
  token = server.administrator.token;
  // 130 deletions of pins, a minute apart and in pairs of the same instant, and 5000 reports between them.
  await sql`
    insert into audit_entries (at, actor, action, subject, row_count, is_undoable, details)
    select timestamptz '2026-03-10 12:00+05' + (n / 2) * interval '1 minute', 'amina', 'delete-pin',
      'Model Town ' || lpad(n::text, 4, '0') || ' from ali', 1, false, '{"before": {"status": 0}}'
    from generate_series(1, 130) as n`.execute(server.database.db);
  await sql`
    insert into audit_entries (at, actor, action, subject, row_count)
    select timestamptz '2026-03-10 12:00+05' + n * interval '1 second', 'ali', 'submit-report',
      'Johar Town ' || n, 1
    from generate_series(1, 5000) as n`.execute(server.database.db);
  await sql`
    insert into audit_entries (at, actor, action, subject, row_count) values
      ('2026-03-11 00:00+05', '=cmd', 'edit-user', '100%_sure', 1),
      ('2026-03-10 23:59:59+05', '', 'reset-password', 'amina', 1)`.execute(server.database.db);
});

type Query = Parameters<typeof list>[0];
const list = async (
  query: {
    [name in 'source' | 'actor' | 'action' | 'from' | 'to' | 'text' | 'before']?: string | number;
  },
) => (await server.call(calls.activityList, { query: query as never }, token)).body;
const subjects = async (query: Query) => (await list(query)).entries.map(({ subject }) => subject);

describe('the list', () => {
  test('refuses what is no filter, field by field', async () => {
    const wrong: [string, Query][] = [
      ['action', { action: 'no-such-action' }],
      ['from', { from: '31/02/2026' }],
      ['text', { text: 'ab' }],
      ['before', { before: 'x' }],
      ['source', { source: 'nowhere' }],
    ];
    for (const [field, query] of wrong) {
      const answer = await server.call(calls.activityList, { query: query as never }, token);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    }
  });

  test('page by page, every entry comes once, newest first', async () => {
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const page = await list({ action: 'delete-pin', ...(before ? { before } : {}) });
      seen.push(...page.entries.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before);
    expect(seen).toHaveLength(130);
    expect(seen).toEqual([...seen].sort((one, other) => other - one));
  });

  test('tells the office from the phones', async () => {
    expect(await subjects({ source: 'phones' })).toContain('Johar Town 5000');
    expect((await list({ source: 'office' })).entries.map(({ action }) => action)).not.toContain(
      'submit-report',
    );
  });

  test('by text, as it stands, in any case; by person; by days of the operation', async () => {
    expect(await subjects({ text: 'TOWN 0007' })).toEqual(['Model Town 0007 from ali']);
    expect(await subjects({ text: '0%_s' })).toEqual(['100%_sure']);
    expect(await subjects({ text: '%%%' })).toEqual([]);
    expect(await subjects({ actor: '=cmd' })).toEqual(['100%_sure']);
    expect(await subjects({ from: '11/03/2026' })).toEqual(['100%_sure']);
    expect(
      await subjects({ source: 'office', to: '2026-03-10', action: 'reset-password' }),
    ).toEqual(['amina']);
    expect(await subjects({ to: '2026-03-09' })).toEqual([]);
  });

  test('everybody who appears is offered', async () => {
    expect((await server.call(calls.activityOptions, {}, token)).body.actors).toEqual([
      '=cmd',
      'ali',
      'amina',
    ]);
  });
});

describe('one entry', () => {
  test('an unknown one is a 404', async () => {
    const answer = await server.call(calls.activityDetails, { params: { id: 999_999 } }, token);
    expect(answer.status).toBe(404);
  });

  test('has its details', async () => {
    const { entries } = await list({ text: '0007 from' });
    const id = entries[0]?.id as number;
    const { body } = await server.call(calls.activityDetails, { params: { id } }, token);
    expect(body).toMatchObject({
      actor: 'amina',
      at: '2026-03-10T07:03:00.000Z',
      details: { before: { status: 0 } },
      undo: 'none',
      undone_by: null,
    });
  });
});

test('the file has all that match, with times of the operation, and no formula', async () => {
  const { text, headers } = await server.call(
    calls.activityExport,
    { query: { source: 'office' } },
    token,
  );
  expect(headers['content-disposition']).toBe('attachment; filename="activity.csv"');
  const [header, first, ...others] = readCsv(text.replace('\uFEFF', ''));
  expect(header?.slice(0, 5)).toEqual(['Time', 'Who', 'Address', 'What', 'Subject']);
  expect(first?.slice(0, 5)).toEqual([
    '11/03/2026 00:00:00',
    "'=cmd",
    '',
    'User edited',
    '100%_sure',
  ]);
  expect(others).toHaveLength(131);
});

describe('entries cannot be changed', () => {
  test.each([
    `update audit_entries set actor = 'somebody else'`,
    `delete from audit_entries where id = 1`,
    `delete from audit_entries where false`,
    `truncate audit_entries cascade`,
  ])('%s', async (statement) => {
    await expect(sql.raw(statement).execute(server.database.db)).rejects.toThrow(
      /cannot be changed/,
    );
  });
});

test('filters are answered from indexes, whatever is asked', async () => {
  const { db } = server.database;
  await sql`vacuum analyze audit_entries`.execute(db);
  const plan = async (where: string) => {
    // For so few rows a scan of single rows is as fast.
    const { rows } = await db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      return sql<{ 'QUERY PLAN': string }>`explain select id from audit_entries
      where ${sql.raw(where)} order by at desc, id desc limit 51`.execute(transaction);
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await plan(`action <> 'submit-report'`)).toContain('audit_entries_office');
  expect(await plan(`action <> 'submit-report' and action = 'edit-user'`)).toContain('Index');
  expect(await plan(`actor = '=cmd'`)).toContain('audit_entries_actor');
  expect(await plan(`subject ilike '%Town 0007%'`)).toContain('audit_entries_subject');
});
