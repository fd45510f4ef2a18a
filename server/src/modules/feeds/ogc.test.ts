// OGC API – Features compared with the database, and read by GDAL.
import type { AddressInfo } from 'node:net';
import { circleKey, storagePath } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTestKey, asBasic } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { findProgram, runProgram } from '../../testing/other-programs.ts';
import { insertReports, type Report, report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';

const server = setUpTestServer();
let reports: Report[];
let key: string;
let port: number;
beforeAll(async () => {
  const stored = await insertReports(server.database, variedReports(200, 3));
  reports = shownReports(stored, {});
  key = (await addTestKey(server, ['reports', 'units'])).key;
  const { db } = server.database;
  await sql`insert into circles (name, key) values ('Model Town', 'model town')`.execute(db);
  await sql`insert into units (circle_id, pin, owner_name)
    select circles.id, pin, 'Owner of ' || pin from circles,
      unnest(array['0001', '777', 'nobody-was-there']) as pin`.execute(db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

const get = (url: string, authorization = `Bearer ${key}`) =>
  server.app.inject({ url, headers: { authorization } });
const items = async (query = '', collection = 'reports') => {
  const answer = await get(`/ogc/collections/${collection}/items${query}`);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const idsOf = ({ features }: { features: { id: number }[] }) => features.map(({ id }) => id);
const nextOf = ({ links }: { links: { rel: string; href: string }[] }) =>
  links.find(({ rel }) => rel === 'next')?.href;

describe('it refuses', () => {
  test.each([
    '/ogc',
    '/ogc/api',
    '/ogc/collections/reports/items',
    '/ogc/collections/pins-1/items',
  ])('%s without a key, and says that it wants one', async (url) => {
    for (const headers of [{}, { authorization: asBasic('secret') }]) {
      const answer = await server.app.inject({ url, headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    }
  });

  test('keys of another scope, surveyors, and other circles than the key has', async () => {
    const { key: photos } = await addTestKey(server, ['photos']);
    expect((await get('/ogc/collections/reports/items', `Bearer ${photos}`)).statusCode).toBe(403);
    const ali = await server.addSurveyor('ali');
    expect((await get('/ogc', `Bearer ${ali.token}`)).statusCode).toBe(403);
    const { key: johar } = await addTestKey(server, ['reports', 'units'], ['Johar, Block A']);
    const asked = '/ogc/collections/reports/items?circle=Model%20Town';
    expect((await get(asked, `Bearer ${johar}`)).statusCode).toBe(403);
    const { collections } = (await get('/ogc/collections', `Bearer ${johar}`)).json();
    expect(collections.map(({ id }: { id: string }) => id)).toEqual(['reports']);
  });

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=ten', 'limit'],
    ['?bbox=1,2,3', 'bbox'],
    ['?bbox=1,2,3,x', 'bbox'],
    ['?bbox=74,32,75,31', 'bbox'],
    ['?datetime=yesterday', 'datetime'],
    ['?datetime=2026-01-01/2026-02-01/2026-03-01', 'datetime'],
    ['?colour=red', 'colour'],
    ['?token=x', undefined],
    [
      `?token=${Buffer.from('{"snapshot":"1:1:\u0027; drop table reports","newest":1,"after":1}').toString('base64url')}`,
      undefined,
    ],
  ])('%s', async (query, field) => {
    const answer = await get(`/ogc/collections/reports/items${query}`);
    expect(answer.statusCode).toBe(422);
    if (field) expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  test.each([
    '?bbox=170,-10,-170,10',
    '?bbox-crs=http://www.opengis.net/def/crs/EPSG/0/3857',
  ])('%s with words', async (query) => {
    const answer = await get(`/ogc/collections/reports/items${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([501, 'not-supported']);
  });

  test('a token from before a restore', async () => {
    const token = Buffer.from('{"snapshot":"9999999:9999999:","newest":1,"after":1}').toString(
      'base64url',
    );
    const answer = await get(`/ogc/collections/reports/items?token=${token}`);
    expect([answer.statusCode, answer.json().code]).toEqual([410, 'gone']);
  });

  test('unknown collections and features', async () => {
    for (const url of ['users', 'pins-0', 'pins-0/items', 'reports/items/0', 'reports/items/x']) {
      expect((await get(`/ogc/collections/${url}`)).statusCode).toBe(404);
    }
  });
});

describe('reports', () => {
  test('come page by page, each once, newest first, with links that keep the filters', async () => {
    const found: number[] = [];
    let url: string | undefined = '/ogc/collections/reports/items?limit=17&circle=Model%20Town';
    let pages = 0;
    while (url) {
      const page = (await get(url)).json();
      found.push(...idsOf(page));
      const next = nextOf(page);
      url = next?.slice(next.indexOf('/ogc'));
      pages += 1;
    }
    const expected = shownReports(reports, { circle: ['Model Town'] } as never);
    expect(pages).toBe(Math.ceil(expected.length / 17));
    expect(found).toEqual(expected.map(({ id }) => id));
    const first = await items('?circle=Model%20Town&limit=17');
    expect([first.numberMatched, first.numberReturned]).toEqual([expected.length, 17]);
  });

  test('are found by box and by time', async () => {
    const placed = reports.filter(
      ({ latitude, longitude }) => latitude !== null && longitude !== null,
    );
    const inBox = placed.filter(
      (row) => (row.longitude ?? 0) <= -74.5 && (row.latitude ?? 0) >= -30.7,
    );
    const box = await items('?bbox=-180,-30.7,-74.5,90&limit=10000');
    expect(idsOf(box).sort()).toEqual(inBox.map(({ id }) => id).sort());
    const from = '2026-03-09T19:00:00Z';
    const after = await items(`?datetime=${from}/..&limit=10000`);
    const expected = reports.filter(({ capture_time }) => capture_time >= new Date(from));
    expect(expected.length).toBeGreaterThan(5);
    expect(idsOf(after)).toEqual(expected.map(({ id }) => id));
    const exact = reports[3] as Report;
    const same = await items(`?datetime=${exact.capture_time.toISOString()}&limit=10000`);
    expect(idsOf(same)).toContain(exact.id);
  });

  test('are one by its number, and its photo opens with the key', async () => {
    const { id, photo_name } = reports.find((row) => row.photo_name) as Report;
    const feature = (await get(`/ogc/collections/reports/items/${id}`)).json();
    expect(feature.id).toBe(id);
    expect(feature.properties.photo_url).toBe(`http://localhost:80${storagePath}${photo_name}`);
    expect((await get(storagePath + photo_name)).statusCode).toBe(403);
  });

  test('that are replaced and that arrive while they are read change nothing of what was begun', async () => {
    const before = shownReports(reports, {}).map(({ id }) => id);
    const found: number[] = [];
    let url: string | undefined = '/ogc/collections/reports/items?limit=40';
    while (url) {
      const page = (await get(url)).json();
      found.push(...idsOf(page));
      const next = nextOf(page);
      url = next?.slice(next.indexOf('/ogc'));
      // A report, read already or not, leaves, and another one replaces it.
      const leaving = before[(found.length * 3) % before.length] as number;
      const [newer] = await insertReports(server.database, [
        report({ capture_time: new Date('2026-03-09T12:00:00Z') }),
      ]);
      await sql`update reports set replaced_by = ${newer?.id} where id = ${leaving}`.execute(
        server.database.db,
      );
    }
    expect(found).toEqual(before);
    const { rows } = await sql<{
      id: number;
    }>`select id from reports where replaced_by is null`.execute(server.database.db);
    const now = await items('?limit=10000');
    expect(idsOf(now).sort((a, b) => a - b)).toEqual(
      rows.map(({ id }) => id).sort((a, b) => a - b),
    );
  });
});

describe('pins of a circle', () => {
  const collection = async () => {
    const { collections } = (await get('/ogc/collections')).json();
    return collections.find(({ title }: { title: string }) => title === 'Pins of Model Town').id;
  };

  test('are units of the parcel list at the place of their report, without owners', async () => {
    const page = await items('?limit=2', await collection());
    expect(page.features).toHaveLength(2);
    const rest = (await get(nextOf(page)?.replace(/^.*\/ogc/, '/ogc') ?? '')).json();
    const all = [...page.features, ...rest.features];
    const pins = all.map(({ properties }) => [properties.pin, properties.is_surveyed]);
    const isSurveyed = (pin: string) =>
      reports.some((row) => circleKey(row.circle) === 'model town' && row.pin === pin);
    expect(pins).toEqual(['0001', '777', 'nobody-was-there'].map((pin) => [pin, isSurveyed(pin)]));
    expect(JSON.stringify(all)).not.toContain('Owner of');
    const one = (await get(`/ogc/collections/${await collection()}/items/${all[2].id}`)).json();
    expect(one).toMatchObject({ geometry: null, properties: { pin: 'nobody-was-there' } });
  });

  test('have owners for a key that reaches them', async () => {
    const { key: owners } = await addTestKey(server, ['reports', 'units', 'owner-names']);
    const answer = await get(`/ogc/collections/${await collection()}/items`, asBasic(owners));
    expect(answer.json().features[0].properties.owner_name).toBe('Owner of 0001');
  });
});

test('GDAL opens it as layers and reads every feature', { timeout: 120_000 }, async ({
  annotate,
}) => {
  const ogrinfo = await findProgram('ogrinfo');
  if (!ogrinfo) {
    await annotate('GDAL is not installed: the pages were read as JSON.');
    return;
  }
  const environment = { GDAL_HTTP_AUTH: 'BASIC', GDAL_HTTP_USERPWD: `qgis:${key}` };
  const address = `OAPIF:http://127.0.0.1:${port}/ogc`;
  const layers = await runProgram(ogrinfo, ['-ro', address], environment);
  expect(layers).toContain('reports');
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from reports where replaced_by is null`.execute(server.database.db);
  const told = await runProgram(
    ogrinfo,
    ['-ro', '-al', '-oo', 'PAGE_SIZE=50', '-q', address, 'reports'],
    environment,
  );
  expect(told.match(/^OGRFeature\(reports\)/gm)).toHaveLength(rows[0]?.n ?? 0);
});
