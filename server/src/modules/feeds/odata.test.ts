// OData compared with the database: refusals, types, pages that stay consistent while reports arrive, and changes.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTestKey, asBasic } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, type Report, report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';
import { filterLimits } from './odata-filter.ts';

const server = setUpTestServer();
let reports: Report[];
let key: string;
beforeAll(async () => {
  reports = shownReports(await insertReports(server.database, variedReports(300, 5)), {});
  key = (await addTestKey(server, ['reports'])).key;
});

interface Page {
  value: Record<string, unknown>[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
  '@odata.count'?: number;
}

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { authorization: asBasic(key), ...headers } });
const query = (options: Record<string, string>) =>
  `/odata/Reports?${new URLSearchParams(options).toString().replaceAll('+', '%20')}`;
const page = async (url: string, headers?: Record<string, string>): Promise<Page> => {
  const answer = await get(url.replace(/^http:\/\/[^/]+/, ''), headers);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const filtered = async ($filter: string) => {
  const { value } = await page(query({ $filter, $select: 'id' }));
  return value.map(({ id }) => id);
};
const idsOf = (rows: readonly Report[]) => rows.map(({ id }) => id);

/** Reads all pages from an address on; `between` runs after each. */
const readAll = async (url: string, size: number, between = async () => undefined as unknown) => {
  const rows: Record<string, unknown>[] = [];
  let next: string | undefined = url;
  let last: Page | undefined;
  while (next) {
    last = await page(next, { prefer: `odata.maxpagesize=${size}` });
    rows.push(...last.value);
    next = last['@odata.nextLink'];
    await between();
  }
  return { rows, delta: last?.['@odata.deltaLink'] as string };
};

describe('it refuses', () => {
  test('who has no key with the scope, and asks for Basic', async () => {
    const anonymous = await server.app.inject({ url: '/odata' });
    expect(anonymous.statusCode).toBe(401);
    expect(anonymous.headers['www-authenticate']).toMatch(/^Basic /);
    expect(anonymous.json().error.code).toBe('unauthenticated');
    const { key: photos } = await addTestKey(server, ['photos']);
    expect((await get('/odata/Reports', { authorization: asBasic(photos) })).statusCode).toBe(403);
    const { key: johar } = await addTestKey(server, ['reports'], ['Johar, Block A']);
    const others = query({ circle: 'Model Town' });
    expect((await get(others, { authorization: asBasic(johar) })).statusCode).toBe(403);
    // A `$filter` does not reach the reports of other circles either.
    const url = query({ $filter: "circle eq 'Model Town'" });
    expect((await get(url, { authorization: asBasic(johar) })).json().value).toEqual([]);
  });

  test.each([
    ['$expand', 'User'],
    ['$apply', 'aggregate(id with sum as total)'],
    ['$search', 'x'],
    ['$compute', 'id add 1 as x'],
    ['$orderby', 'comments'],
    ['$orderby', 'resubmission'],
    ['$orderby', 'capture_time desc, id asc'],
    ['$orderby', 'circle, pin'],
    ['$orderby', 'tolower(pin)'],
    ['$format', 'xml'],
    ['$filter', 'length(pin) eq 3'],
    ['$filter', 'year(capture_time) eq 2026'],
    ['$filter', 'land_area add 1 gt 2'],
    ['$filter', "User/name eq 'x'"],
    ['$filter', 'pin eq circle'],
    ['$skip', '1000000'],
  ])('%s=%s with 501 and words', async (name, value) => {
    const answer = await get(query({ [name]: value }));
    expect([answer.statusCode, answer.json().error.code]).toEqual([501, 'not-supported']);
    expect(answer.json().error.message).toContain('is not supported here');
  });

  test.each([
    ['$top', '-1'],
    ['$top', 'x'],
    ['$count', 'maybe'],
    ['$select', 'id,password_hash'],
    ['$filter', "password_hash eq 'x'"],
    ['$filter', "__proto__ eq 'x'"],
    ['$filter', 'id eq'],
    ['$filter', "id eq 'one'"],
    ['$filter', 'pin eq 1'],
    ['$filter', "capture_time ge 'yesterday'"],
    ['$filter', "pin eq 'open"],
    ['$filter', '(id eq 1'],
    ['$filter', 'id eq 1) or (1 eq 1'],
    ['$filter', 'id eq 1; drop table reports'],
    ['$filter', "pin eq 'x' -- "],
    [
      '$filter',
      `${'('.repeat(filterLimits.depth + 2)}id eq 1${')'.repeat(filterLimits.depth + 2)}`,
    ],
    ['$filter', `${'not '.repeat(5000)}id eq 1`],
    ['$filter', Array.from({ length: filterLimits.terms + 1 }, () => 'id eq 1').join(' or ')],
    [
      '$filter',
      `id in (${Array.from({ length: filterLimits.terms + 1 }, (_, at) => at).join(',')})`,
    ],
    ['$skiptoken', 'x'],
    ['colour', 'red'],
  ])('%s=%.60s', async (name, value) => {
    const answer = await get(query({ [name]: value }));
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'invalid-input']);
  });

  test('a token of another database', async () => {
    const token = { snapshot: '999999999:999999999:', newest: 1, after: 1, left: null };
    const $skiptoken = Buffer.from(JSON.stringify(token)).toString('base64url');
    expect((await get(query({ $skiptoken }))).statusCode).toBe(410);
  });

  test('every change', async () => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
      const answer = await server.app.inject({
        method,
        url: '/odata/Reports',
        headers: { authorization: asBasic(key) },
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(404);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});

describe('the service', () => {
  test('names its set, and its types as Power Query reads them', async () => {
    const root = await get('/odata');
    expect(root.headers['odata-version']).toBe('4.0');
    expect(root.json()).toMatchObject({
      '@odata.context': 'http://localhost:80/odata/$metadata',
      value: [{ name: 'Reports', kind: 'EntitySet', url: 'Reports' }],
    });
    const metadata = await get('/odata/$metadata', { accept: 'application/json' });
    expect(metadata.headers['content-type']).toContain('application/xml');
    expect(metadata.body).toContain('<Property Name="id" Type="Edm.Int64" Nullable="false"/>');
    expect(metadata.body).toContain('<Property Name="pin" Type="Edm.String" Nullable="false"/>');
    expect(metadata.body).toContain('Name="capture_time" Type="Edm.DateTimeOffset"');
    expect(metadata.body).toContain('Name="land_area" Type="Edm.Double" Nullable="true"');
  });

  test('answers entities with the types of the metadata, and counts exactly', async () => {
    const { value, '@odata.count': count } = await page(query({ $count: 'true' }));
    expect(count).toBe(reports.length);
    expect(value.map(({ id }) => id)).toEqual(idsOf(reports));
    for (const [at, row] of reports.entries()) {
      expect(value[at]).toMatchObject({
        pin: row.pin,
        comments: row.comments,
        basement: row.basement,
        land_area: row.land_area,
        latitude: row.latitude,
        resubmission: row.resubmission,
        capture_time: row.capture_time.toISOString().replace(/\.\d+Z/, 'Z'),
        is_second: row.is_second,
      });
    }
    expect((await get('/odata/Reports/$count')).body).toBe(String(reports.length));
  });

  test('selects, orders, skips and takes', async () => {
    const { value } = await page(
      query({ $select: 'pin,id', $orderby: 'id desc', $top: '3', $skip: '2' }),
    );
    const byId = [...reports].sort((one, other) => other.id - one.id).slice(2, 5);
    expect(value).toEqual(byId.map(({ id, pin }) => ({ id, pin })));
    const all = await readAll(query({ $top: '50', $select: 'id' }), 20);
    expect(all.rows.map(({ id }) => id)).toEqual(idsOf(reports).slice(0, 50));
    expect(all.delta).toBeUndefined();
  });
});

describe('$orderby', () => {
  /** Ids as PostgreSQL sorts them in one statement. */
  const sorted = async (order: string, where = 'true') => {
    const { rows } = await sql<{ id: number }>`select id from reports
      where replaced_by is null and ${sql.raw(where)} order by ${sql.raw(order)}`.execute(
      server.database.db,
    );
    return rows.map(({ id }) => id);
  };
  const read = async (options: Record<string, string>, size = 37) => {
    const { rows } = await readAll(query({ $select: 'id', ...options }), size);
    return rows.map(({ id }) => id);
  };

  // As OData says, null is less than every value.
  test.each([
    ['submission_time', 'submission_time, id'],
    ['land_area', 'land_area nulls first, capture_time, id'],
    ['land_area desc', 'land_area desc nulls last, capture_time desc, id desc'],
    ['covered_area desc', 'covered_area desc nulls last, capture_time desc, id desc'],
    ['floors_num', 'floors_num nulls first, capture_time desc, id desc'],
    ['floors_num desc,capture_time', 'floors_num desc nulls last, capture_time, id'],
    ['pin', 'pin, capture_time desc, id desc'],
    ['pin desc', 'pin desc, capture_time, id'],
    ['circle, capture_time desc, id desc', 'circle_key, capture_time desc, id desc'],
    ['username desc', 'username desc, capture_time, id'],
    ['user_name', 'user_name, capture_time desc, id desc'],
    ['land', 'land, capture_time desc, id desc'],
    ['basement desc', 'basement desc, capture_time, id'],
    ['id', 'id'],
  ])('%s is the same page by page as at once', async ($orderby, order) => {
    expect(await read({ $orderby })).toEqual(await sorted(order));
  });

  test('takes and skips past those of which nothing is known', async () => {
    const all = await sorted('land_area nulls first, capture_time, id');
    const unknown = reports.filter(({ land_area }) => land_area === null).length;
    expect(unknown).toBeGreaterThan(5);
    for (const $skip of [unknown - 3, unknown + 3]) {
      const taken = await read({ $orderby: 'land_area', $skip: `${$skip}`, $top: '40' }, 9);
      expect(taken).toEqual(all.slice($skip, $skip + 40));
    }
  });

  test('stands beside filters', async () => {
    const order = 'floors_num desc nulls last, capture_time, id';
    const $orderby = 'floors_num desc';
    expect(await read({ $orderby, circle: 'Model Town' }, 7)).toEqual(
      await sorted(order, "circle_key = 'model town'"),
    );
    expect(await read({ $orderby, $filter: 'basement eq true' }, 7)).toEqual(
      await sorted(order, 'basement'),
    );
  });
});

describe('$filter', () => {
  const among = (matches: (row: Report) => boolean) => idsOf(reports.filter(matches));
  test.each<[string, (row: Report) => boolean]>([
    ["pin eq '0001'", ({ pin }) => pin === '0001'],
    ["pin eq '=7' or pin eq '1%1'", ({ pin }) => pin === '=7' || pin === '1%1'],
    ["circle eq 'model town'", ({ circle_key }) => circle_key === 'model town'],
    [
      "circle ne 'Model Town' and basement eq true",
      (row) => row.circle_key !== 'model town' && row.basement,
    ],
    ["username eq 'o''brien'", ({ username }) => username === "o'brien"],
    [
      'land_area gt 100 and land_area le 400.5',
      ({ land_area: a }) => a !== null && a > 100 && a <= 400.5,
    ],
    ['not (land_area gt 100)', ({ land_area: a }) => !(a !== null && a > 100)],
    ['land_area eq null', ({ land_area }) => land_area === null],
    ['resubmission ne null', ({ resubmission }) => resubmission !== null],
    ['floors_num in (1, 2,3)', ({ floors_num }) => [1, 2, 3].includes(floors_num ?? -1)],
    ["contains(pin,'_')", ({ pin }) => pin.includes('_')],
    ["contains(tolower(pin),'AB')", ({ pin }) => pin.toLowerCase().includes('ab')],
    ["startswith(user_name,'Ali') eq true", ({ user_name }) => user_name.startsWith('Ali')],
    ["endswith(land,'below') eq false", ({ land }) => !land.endsWith('below')],
    ["review eq 'accepted'", (row) => row.resubmission !== 1 && row.review === 'accepted'],
    [
      'picture_path ne null and is_second eq false',
      (row) => row.photo_name !== null && !row.is_second,
    ],
    [
      'capture_time ge 2026-03-09T19:00:00Z and capture_time lt 2026-03-10T19:00:00.5+00:00',
      ({ capture_time: at }) =>
        at >= new Date('2026-03-09T19:00:00Z') && at < new Date('2026-03-10T19:00:00.500Z'),
    ],
    [
      'capture_time ge 2026-03-10',
      ({ capture_time: at }) => at >= new Date('2026-03-10T00:00:00Z'),
    ],
  ])('%s', async (filter, matches) => {
    const expected = among(matches);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(reports.length);
    expect(await filtered(filter)).toEqual(expected);
  });

  test('stands beside the filters of the list, in count too', async () => {
    const url = query({ circle: 'Model Town', $filter: 'basement eq true', $count: 'true' });
    const expected = among((row) => row.circle_key === 'model town' && row.basement);
    const { value, '@odata.count': count } = await page(url);
    expect(value.map(({ id }) => id)).toEqual(expected);
    expect(count).toBe(expected.length);
  });
});

describe('a feed that is read while the survey goes on', () => {
  test('has every report of its beginning once; the changes since make it exact', async () => {
    const { db } = server.database;
    const current = async () => {
      const { rows } = await sql<{
        id: number;
        resubmission: number | null;
        review: string | null;
      }>`
        select id, resubmission, review from reports where replaced_by is null order by id`.execute(
        db,
      );
      return rows;
    };
    const begun = (await current()).map(({ id }) => id);
    let round = 0;
    const change = async () => {
      round += 1;
      const old = begun[(round * 37) % begun.length] as number;
      const [newer] = await insertReports(server.database, [
        report({ capture_time: new Date('2026-03-09T12:00:00Z') }),
        report({ capture_time: new Date('2026-03-12T12:00:00Z') }),
      ]);
      await sql`update reports set replaced_by = ${newer?.id} where id = ${old} and replaced_by is null`.execute(
        db,
      );
      // One is set aside, some are sent back, some are reviewed.
      const aside = begun[(round * 11 + 5) % begun.length];
      await sql`update reports set replaced_by = id, set_aside_at = now(), set_aside_by = 'amina' where id = ${aside} and replaced_by is null`.execute(
        db,
      );
      await sql`update reports set resubmission = 1, review = null
        where id = any(${begun.slice(round * 9, round * 9 + 40)}::bigint[]) and replaced_by is null`.execute(
        db,
      );
    };
    const first = await readAll('/odata/Reports?$select=id,resubmission', 60, change);
    const read = first.rows.map(({ id }) => id as number);
    expect(round).toBeGreaterThan(4);
    expect([...read].sort((a, b) => a - b)).toEqual(begun);

    // Applies the changes as a client does: changed rows replace, removed ones are deleted.
    const state = new Map(first.rows.map((row) => [row.id as number, row.resubmission]));
    const apply = (rows: Record<string, unknown>[]) => {
      for (const row of rows) {
        if (row['@odata.removed']) state.delete(row.id as number);
        else state.set(row.id as number, row.resubmission);
      }
    };
    const second = await readAll(first.delta, 25, change);
    apply(second.rows);
    const third = await readAll(second.delta, 5000);
    apply(third.rows);
    const now = await current();
    expect([...state].sort(([a], [b]) => a - b)).toEqual(
      now.map(({ id, resubmission }) => [id, resubmission]),
    );
    expect((await readAll(third.delta, 5000)).rows).toEqual([]);
  });

  test('keeps its order while reports are replaced and arrive', async () => {
    const places = await insertReports(
      server.database,
      Array.from({ length: 60 }, (_, at) =>
        report({ circle: 'Order Town', land_area: at % 4 === 0 ? null : at % 7 }),
      ),
    );
    const left = idsOf(places);
    const change = async () => {
      const [newer] = await insertReports(server.database, [
        report({ circle: 'Order Town', land_area: 3 }),
      ]);
      await sql`update reports set replaced_by = ${newer?.id} where id = any(${left.splice(0, 5)}::bigint[])`.execute(
        server.database.db,
      );
    };
    for (const [$orderby, order] of [
      ['land_area', 'land_area nulls first, capture_time, id'],
      ['land_area desc', 'land_area desc nulls last, capture_time desc, id desc'],
    ] as const) {
      const { rows: begun } = await sql<{ id: number }>`select id from reports
        where circle = 'Order Town' and replaced_by is null order by ${sql.raw(order)}`.execute(
        server.database.db,
      );
      const url = query({ circle: 'Order Town', $orderby, $select: 'id' });
      expect((await readAll(url, 11, change)).rows).toEqual(begun);
    }
  });

  test('loses nothing that was not committed when it began', async () => {
    const client = await server.database.uploads.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: number }>(`
        insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin, capture_time)
        values (gen_random_uuid(), 'late', 'Late', '0300', 'Late Town', 'late town', '1', '2020-01-01')
        returning id`);
      const late = rows[0]?.id as number;
      // A report with a higher id is committed first.
      const [early] = await insertReports(server.database, [report({ circle: 'Late Town' })]);
      const begun = await readAll(query({ circle: 'Late Town', $select: 'id' }), 1);
      expect(begun.rows).toEqual([{ id: early?.id }]);
      await client.query('commit');
      const since = await readAll(begun.delta, 10);
      expect(since.rows).toEqual([{ id: late }]);
    } finally {
      client.release();
    }
  });

  test('is exact while a hundred reports a second arrive and a thousand are sent back', {
    timeout: 60_000,
  }, async () => {
    const { db } = server.database;
    await insertReports(
      server.database,
      Array.from({ length: 1500 }, (_, at) => report({ circle: 'Busy Town', pin: String(at) })),
    );
    const all = async () => {
      const { rows } = await sql<{ id: number; resubmission: number | null }>`
        select id, resubmission from reports where circle_key = 'busy town' and replaced_by is null`.execute(
        db,
      );
      return rows;
    };
    const begun = (await all()).map(({ id }) => id);
    let isOver = false;
    const arrivals = (async () => {
      for (let round = 0; !isOver; round += 1) {
        await insertReports(
          server.database,
          Array.from({ length: 10 }, () => report({ circle: 'Busy Town' })),
        );
        await sql`update reports set resubmission = 1
          where id = any(${begun.slice(round * 100, round * 100 + 100)}::bigint[])`.execute(db);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const pause = () => new Promise((resolve) => setTimeout(resolve, 80));
    const url = query({ circle: 'Busy Town', $select: 'id,resubmission' });
    const first = await readAll(url, 100, pause);
    const read = first.rows.map(({ id }) => id as number);
    expect(new Set(read).size).toBe(read.length);
    // Reports that were stored before the first page are all among them.
    expect(begun.filter((id) => !read.includes(id))).toEqual([]);
    const second = await readAll(first.delta, 100, pause);
    isOver = true;
    await arrivals;
    const third = await readAll(second.delta, 5000);
    const state = new Map(
      [...first.rows, ...second.rows, ...third.rows].map((row) => [row.id, row.resubmission]),
    );
    const now = await all();
    expect(now.filter(({ resubmission }) => resubmission === 1).length).toBeGreaterThanOrEqual(
      1000,
    );
    expect([...state].sort(([a], [b]) => Number(a) - Number(b))).toEqual(
      now
        .map(({ id, resubmission }) => [id, resubmission])
        .sort(([a], [b]) => Number(a) - Number(b)),
    );
  });

  test('names a report that no longer matches the filter', async () => {
    const [one] = await insertReports(server.database, [
      report({ circle: 'Delta Town', pin: '1' }),
    ]);
    const url = query({ circle: 'Delta Town', $filter: 'resubmission eq null', $select: 'id' });
    const begun = await readAll(url, 10);
    expect(begun.rows).toEqual([{ id: one?.id }]);
    await sql`update reports set resubmission = 1 where id = ${one?.id}`.execute(
      server.database.db,
    );
    const [gone] = (await readAll(begun.delta, 10)).rows;
    expect(gone).toMatchObject({ '@odata.removed': { reason: 'deleted' }, id: one?.id });
  });
});
