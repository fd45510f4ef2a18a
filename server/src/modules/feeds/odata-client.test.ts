// OData through an independent client (@odata/client) over HTTP: sets, entities, filters, orders, pages, refusals.
import type { AddressInfo } from 'node:net';
import { OData } from '@odata/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTestKey, asBasic } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { insertReports, type Report, report } from '../../testing/report-factory.ts';

interface ReportEntity {
  id: number;
  circle: string;
  pin: string;
  land_area: number | null;
  capture_time: string;
}

interface UnitEntity {
  id: number;
  circle: string;
  pin: string;
  street_address: string;
  owner_name?: string;
  is_surveyed: boolean;
  report_id: number | null;
  latitude: number | null;
}

const server = setUpTestServer();
let reports: Report[];
let address: string;

const clientOf = async (
  ...given: Parameters<typeof addTestKey> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const { key } = await addTestKey(server, ...given);
  return OData.New4({
    serviceEndpoint: `${address}/odata/`,
    credential: { username: 'any', password: key },
  });
};

beforeAll(async () => {
  await addParcels(server, 'Model Town', 30);
  await addParcels(server, 'Johar', 5);
  reports = await insertReports(
    server.database,
    Array.from({ length: 25 }, (_, at) =>
      report({
        circle: 'Model Town',
        pin: String(at + 1).padStart(7, '0'),
        land_area: at === 0 ? null : at * 10,
        capture_time: new Date(Date.UTC(2026, 2, 1 + at)),
      }),
    ),
  );
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});

describe('reports', () => {
  test('are counted, filtered, ordered, selected and paged', async () => {
    const set = (await clientOf(['reports'])).getEntitySet<ReportEntity>('Reports');
    expect(await set.count()).toBe(25);
    const filter = set.newFilter().property('land_area').gt(100).property('land_area').le(150);
    expect(await set.count(filter)).toBe(5);
    const options = set
      .newOptions()
      .filter(filter)
      .orderby('land_area', 'desc')
      .select(['pin', 'land_area'])
      .skip(1)
      .top(2);
    expect(await set.query(options)).toEqual([
      { pin: '0000015', land_area: 140 },
      { pin: '0000014', land_area: 130 },
    ]);
    expect(await set.find({ pin: '0000001' })).toMatchObject([{ land_area: null }]);
  });

  test('are found by their key, and only those that are current', async () => {
    const set = (await clientOf(['reports'])).getEntitySet<ReportEntity>('Reports');
    const [one] = reports;
    expect(await set.retrieve(one?.id as number)).toMatchObject({
      '@odata.context': `${address}/odata/$metadata#Reports/$entity`,
      id: one?.id,
      pin: '0000001',
      capture_time: '2026-03-01T00:00:00Z',
    });
    await expect(set.retrieve(99_999)).rejects.toThrow('There is no report 99999');
  });

  test('what is not supported, and who may not, is said', async () => {
    const set = (await clientOf(['reports'])).getEntitySet<ReportEntity>('Reports');
    await expect(set.query(set.newOptions().search('x'))).rejects.toThrow(/not supported/);
    await expect(set.create({ pin: '1' })).rejects.toThrow();
    await expect(set.delete(reports[0]?.id as number)).rejects.toThrow();
    const units = (await clientOf(['reports'])).getEntitySet<UnitEntity>('Units');
    await expect(units.query()).rejects.toThrow(/units/);
  });
});

describe('units', () => {
  test('say what is surveyed, and are filtered, counted and taken in parts', async () => {
    const set = (await clientOf(['reports', 'units'])).getEntitySet<UnitEntity>('Units');
    expect(await set.count()).toBe(35);
    const [first, second] = await set.query(set.newOptions().top(2));
    expect(first).toEqual({
      id: expect.any(Number),
      circle: 'Model Town',
      pin: '0000001',
      locality: 'Block 0000001',
      block: '',
      street_address: 'House 0000001',
      road: '',
      ratingarea: 'A',
      is_surveyed: true,
      report_id: reports[0]?.id,
      latitude: reports[0]?.latitude,
      longitude: reports[0]?.longitude,
    });
    expect(await set.query(set.newOptions().skip(1).top(1))).toEqual([second]);
    expect(await set.retrieve(second?.id as number)).toMatchObject({ pin: '0000002' });
    const left = set.newFilter().property('is_surveyed').eq(false);
    expect(await set.count(left)).toBe(10);
    const inTown = left.property('circle').eq('model town');
    expect((await set.query(inTown)).map(({ pin }) => pin)).toEqual(
      ['26', '27', '28', '29', '30'].map((pin) => pin.padStart(7, '0')),
    );
    await expect(set.query(set.newOptions().orderby('pin'))).rejects.toThrow(/units come by id/);
  });

  test('have owners’ names only where a key may read them, and units of its circles', async () => {
    const all = await clientOf(['reports', 'units', 'owner-names'], ['Johar']);
    const set = all.getEntitySet<UnitEntity>('Units');
    const found = await set.query();
    expect(found.map(({ circle, owner_name }) => [circle, owner_name])).toEqual(
      Array.from({ length: 5 }, (_, at) => ['Johar', `Owner 000000${at + 1}`]),
    );
    expect(await set.count()).toBe(5);
    const elsewhere = (await clientOf(['reports', 'units'])).getEntitySet<UnitEntity>('Units');
    const [foreign] = await elsewhere.query(elsewhere.newOptions().top(1));
    await expect(set.retrieve(foreign?.id as number)).rejects.toThrow(
      /no feature|not here|There is no/,
    );
    await expect(elsewhere.query(elsewhere.newOptions().select('owner_name'))).rejects.toThrow(
      /owner_name/,
    );
  });

  test('are followed page by page to their end', async () => {
    const { key } = await addTestKey(server, ['reports', 'units']);
    const pins: string[] = [];
    let next: string | undefined = `${address}/odata/Units?$select=pin&$top=33`;
    let pages = 0;
    while (next) {
      const answer = await fetch(next, {
        headers: { authorization: asBasic(key), prefer: 'odata.maxpagesize=10' },
      });
      const page = (await answer.json()) as {
        value: { pin: string }[];
        '@odata.nextLink'?: string;
      };
      pins.push(...page.value.map(({ pin }) => pin));
      next = page['@odata.nextLink'];
      pages += 1;
    }
    expect([pages, pins.length]).toEqual([4, 33]);
    expect(pins.slice(28)).toEqual(['0000029', '0000030', '0000001', '0000002', '0000003']);
  });

  test('stand in the service and its metadata where a key may read them', async () => {
    const ask = async (scopes: Parameters<typeof addTestKey>[1], path: string) => {
      const { key } = await addTestKey(server, scopes);
      const answer = await fetch(`${address}${path}`, { headers: { authorization: asBasic(key) } });
      return answer.text();
    };
    expect(await ask(['reports', 'units'], '/odata')).toContain('"Units"');
    expect(await ask(['reports'], '/odata')).not.toContain('Units');
    const metadata = await ask(['reports', 'units'], '/odata/$metadata');
    expect(metadata).toContain('<EntitySet Name="Units" EntityType="FieldSurvey.Unit"/>');
    expect(metadata).toContain('Name="is_surveyed" Type="Edm.Boolean" Nullable="false"');
    expect(metadata).not.toContain('owner_name');
    expect(await ask(['reports', 'units', 'owner-names'], '/odata/$metadata')).toContain(
      'owner_name',
    );
  });
});
