import { calls } from '@survey/contract';
import { expect, it } from 'vitest';
import { send } from '../api/client.ts';
import { startSession } from '../api/session.ts';
import { serveCalls } from '../testing/serve-calls.ts';

it('a double click sends a change once; later, and with other values, it is sent again', async () => {
  const sent: string[] = [];
  await serveCalls({
    deleteCircle: ({ body: { circle } }) => {
      sent.push(circle);
      return { success: true, message: `${circle} ${sent.length}`, removed: 1 };
    },
  });
  startSession({ token: 'of-amina', user: {} });
  const remove = async (circle: string) =>
    (await send(calls.deleteCircle, { body: { username: 'ali.raza', circle } })).message;

  expect(await Promise.all([remove('Model Town'), remove('Model Town')])).toEqual([
    'Model Town 1',
    'Model Town 1',
  ]);
  expect(await Promise.all([remove('Model Town'), remove('Shah Alam')])).toHaveLength(2);
  expect(sent.toSorted()).toEqual(['Model Town', 'Model Town', 'Shah Alam']);
});
