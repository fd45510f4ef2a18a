import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, listedPins } from '../../testing/parcels.ts';
import { forgetRemovedPins } from './forget-removed-pins.commands.ts';

const server = setUpTestServer();

test('pins that left a list long ago are forgotten; a phone with an older cursor gets its whole list', async () => {
  const { db } = server.database;
  const { token } = server.administrator;
  const ali = await server.addSurveyor('ali');
  await addParcels(server, 'Model Town', ['1', '2', '3']);
  await server.call(
    calls.storeCirclePins,
    { body: { username: 'ali', circle: 'Model Town' } },
    token,
  );
  const list = async (cursor?: number) =>
    (await server.call(calls.devicePins, { query: { cursor } }, ali.token)).body;
  const takeOff = async (pin: string) => {
    const id = (await listedPins(server)).find((listed) => listed.pin === pin)?.id as number;
    await server.call(calls.deletePin, { body: { id } }, token);
    return id;
  };
  const kept = async () => (await db.selectFrom('removed_pins').selectAll().execute()).length;

  const atFirst = await list();
  const long = await takeOff('1');
  await sql`update removed_pins set removed_at = now() - interval '91 days'`.execute(db);
  const between = await list(atFirst.cursor);
  expect(between).toMatchObject({ is_whole: false, removed: [long] });
  const recent = await takeOff('2');

  // The first run announces, the second one deletes: no list that is being read misses rows.
  expect(await forgetRemovedPins(db)).toBe(0);
  expect(await kept()).toBe(2);
  expect(await forgetRemovedPins(db)).toBe(1);
  expect(await kept()).toBe(1);

  const whole = await list(atFirst.cursor);
  expect(whole).toMatchObject({ is_whole: true, removed: [] });
  expect(whole.pins.map(({ pin }) => pin)).toEqual(['3']);
  expect(await list(between.cursor)).toMatchObject({
    is_whole: false,
    removed: [recent],
    pins: [],
  });
  expect(await list(whole.cursor)).toMatchObject({ is_whole: false, removed: [], pins: [] });
});
