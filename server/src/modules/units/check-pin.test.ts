import { calls } from '@survey/contract';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { checkPin } from './check-pin.queries.ts';

const server = setUpTestServer();
beforeAll(() => addParcels(server, 'Wapda Town', ['W90001', 'W90002', 'W00017']));

const check = async (pin: string, circle = 'Wapda Town', last?: string) => {
  const query = { circle, pin, last };
  const { body } = await server.call(calls.checkPin, { query }, server.administrator.token);
  return body;
};

test('a PIN of the same shape fits; a range, a formula and another length do not', async () => {
  expect(await check('W90003')).toEqual({ fits: true, examples: expect.any(Array), twins: [] });
  for (const pin of ['W00001 - W00005', '=1+1<script>', 'W9003', '900011']) {
    expect([pin, (await check(pin)).fits]).toEqual([pin, false]);
  }
});

test('near twins are named: other case, leading zeros, signs', async () => {
  expect((await check('w90001')).twins).toEqual(['W90001']);
  expect((await check('W-17')).twins).toEqual(['W00017']);
  expect((await check('W90001')).twins).toEqual([]);
});

test('a range is checked as one', async () => {
  const range = (pin: string, last: string) => check(pin, 'Wapda Town', last);
  expect(await range('W90003', 'W90007')).toMatchObject({ fits: true, twins: [] });
  // What is there already is no twin of itself.
  expect((await range('W90001', 'W90005')).twins).toEqual([]);
  expect((await range('w90001', 'w90005')).twins).toEqual(['W90001', 'W90002']);
  expect((await range('1', '9')).fits).toBe(false);
});

test('where the circle has no PINs those of the operation count, and a pattern of the operation before all', async () => {
  await addParcels(server, 'Empty Town', []);
  expect((await check('W90009', 'Empty Town')).fits).toBe(true);
  expect((await check('12', 'Empty Town')).fits).toBe(false);
  const given = { circle: 'Wapda Town', pin: 'X1' };
  const { fits } = await checkPin(server.database.db, given, /^(?:X\d)$/u);
  expect(fits).toBe(true);
});
