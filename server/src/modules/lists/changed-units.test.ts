// An upload changes units while their circle is assigned to another user: every phone that has a unit receives the
// change, in either order.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { noteChangedUnits } from './pin-lists.commands.ts';

const server = setUpTestServer();
beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002']);
});

const ofUnit = sql<number>`select id from units where pin = '0001'`;

const list = async (person: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;

const give = (username: string) =>
  server.call(calls.storeCirclePins, { body: { username, circle } }, server.administrator.token);

const ownerOn = (pins: Awaited<ReturnType<typeof list>>['pins']) =>
  pins.find(({ pin }) => pin === '0001')?.OwnerName;

test.each([
  ['nobody has the circle yet', []],
  ['somebody has it', ['earlier']],
])('%s', async (_, holders) => {
  const before = await Promise.all(
    holders.map((name) => server.addSurveyor(`${name}-${Math.random()}`)),
  );
  for (const { username } of before) await give(username);
  const late = await server.addSurveyor(`late-${Math.random()}`);
  const cursors = await Promise.all(before.map(async (person) => (await list(person)).cursor));
  const owner = `Owner ${Math.random()}`;
  let given: ReturnType<typeof give> | undefined;
  let isGiven = false;
  await server.database.db.transaction().execute(async (upload) => {
    await sql`update units set owner_name = ${owner} where id in (${ofUnit})`.execute(upload);
    await noteChangedUnits(upload, ofUnit);
    given = give(late.username).finally(() => {
      isGiven = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    // If it were assigned now, the phone would read the old owner and never receive the new one.
    expect(isGiven).toBe(false);
  });
  expect((await given)?.status).toBe(200);
  expect(ownerOn((await list(late)).pins)).toBe(owner);
  for (const [index, person] of before.entries())
    expect(ownerOn((await list(person, cursors[index])).pins)).toBe(owner);
});
