import { calls } from '@survey/contract';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import type { TestServer } from '../../testing/test-server.ts';

const server = setUpTestServer();

const asAdmin = <C extends Parameters<TestServer['call']>[0]>(
  call: C,
  body: unknown,
): ReturnType<typeof server.call<C>> =>
  server.call(call, { body } as never, server.administrator.token);

const unmatched = (pins: unknown[]) => asAdmin(calls.unmatchedPins, { pins });

test('unmatched-pins refuses rows as change-status-bulk does', async () => {
  const { status, body } = await unmatched([{ circle: 'Ash', pin: '1' }, { circle: 'Ash' }]);
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: { 'pins.1': ['Row 3: Missing Circle or Pin'] } });
  expect((await unmatched([])).status).toBe(422);
});

test('names every row that is on nobody’s list, more than a hundred of them, and changes nothing', async () => {
  const { username } = await server.addSurveyor('ali');
  const records = ['0001', '0002'].map((Pin) => ({ Circle: 'Ash', Pin }));
  await asAdmin(calls.storeRecords, { records: [...records, { Circle: 'Elm', Pin: '0001' }] });
  await asAdmin(calls.storeCirclePins, { username, circle: 'Ash' });
  const strangers = Array.from({ length: 250 }, (_, n) => ({ circle: 'Ash', pin: `9${n}` }));
  const { status, body } = await unmatched([
    { circle: ' ASH ', pin: '0001', status: 1 },
    ...strangers,
    // A unit on nobody's list is unmatched, as is a PIN without its leading zeros.
    { circle: 'Elm', pin: '0001', status: 1 },
    { circle: 'Ash', pin: '1', status: 1 },
    { circle: 'Ash', pin: '0002', status: 1 },
    ...strangers.slice(0, 1),
  ]);
  expect(status).toBe(200);
  expect(body.rows).toEqual([...strangers.map((_, n) => n + 1), 251, 252, 254]);
  const listed = await asAdmin(calls.pinsByCircle, { username, circle: 'Ash' });
  expect(listed.body.pins.map((pin) => pin.status)).toEqual([0, 0]);
});
