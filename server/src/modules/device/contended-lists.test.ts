// Administrators change a surveyor's list without a pause: the phone's reports are stored all the same.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle, submissionFields, submit } from '../../testing/submissions.ts';

const server = setUpTestServer();
beforeAll(async () => {
  await addParcels(server, circle, ['0001']);
});

test('a list that somebody always waits for does not turn its phone away', async () => {
  const { id, token } = await server.addSurveyor('busy');
  let isOver = false;
  const change = async () => {
    while (!isOver)
      await server.database.db.transaction().execute(async (db) => {
        await sql`insert into pin_lists (user_id, version) values (${id}, 1)
          on conflict (user_id) do update set version = pin_lists.version + 1`.execute(db);
        await pause(5);
      });
  };
  const changing = Promise.all([change(), change(), change()]);
  try {
    for (let report = 0; report < 5; report += 1) {
      const { status } = await submit(server, token, submissionFields({ pin: '0001' }));
      expect(status).toBe(200);
    }
  } finally {
    isOver = true;
    await changing;
  }
});
