// Keys are exchanged while links and sealed secrets are in use.

import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { endEarlierKey, exchangeKey, serverSecret } from '../database/server-secrets.ts';
import {
  confirmFactor,
  prepareFactor,
  sealAgain,
  takeCode,
} from '../modules/sign-in/second-factor.commands.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import { until } from '../testing/until.ts';
import { linkKeyName } from './link-keys.ts';
import { linkDay, signPhoto } from './photo-links.ts';

const server = setUpTestServer();

test('links of both keys are valid; those of the earlier one only where they were made before the exchange', async () => {
  const { db } = server.database;
  const ali = await server.addSurveyor('ali');
  const sent = await submit(server, ali.token, submissionFields({ pin: '1' }), await picture());
  expect(sent.status).toBe(200);
  const { photo_name } = await db
    .selectFrom('reports')
    .select('photo_name')
    .executeTakeFirstOrThrow();
  const name = photo_name as string;
  const statusOf = async (link: string) =>
    (await server.app.inject({ url: `/storage/${link}` })).statusCode;
  const dayBefore = linkDay(new Date(Date.now() - 24 * 3600 * 1000));

  const exchange = () => db.transaction().execute((change) => exchangeKey(change, linkKeyName));

  const first = await serverSecret(db, linkKeyName);
  await exchange();
  const second = await serverSecret(db, linkKeyName);
  expect(second.equals(first)).toBe(false);
  // The server reads the new key by itself.
  await until(async () => (await statusOf(signPhoto(second, name))) === 200);
  expect(await statusOf(signPhoto(first, name))).toBe(200);

  await exchange();
  await sql`update server_secrets set exchanged_at = now() - interval '1 day'`.execute(db);
  const third = await serverSecret(db, linkKeyName);
  await until(async () => (await statusOf(signPhoto(third, name))) === 200);
  expect(await statusOf(signPhoto(first, name))).toBe(403);
  expect(await statusOf(signPhoto(second, name))).toBe(403);
  expect(await statusOf(signPhoto(second, name, dayBefore))).toBe(200);

  await db.transaction().execute((change) => endEarlierKey(change, linkKeyName));
  await until(async () => {
    // An invalid link makes the server read the keys again.
    await statusOf(signPhoto(first, name));
    return (await statusOf(signPhoto(second, name, dayBefore))) === 403;
  });
  expect(await statusOf(signPhoto(third, name))).toBe(200);
});

test('second factors are sealed again, and a code is right before, between and after', async () => {
  const { db } = server.database;
  const { id, email } = server.administrator;
  const prepared = await prepareFactor(db, { id, email });
  const totp = new TOTP({ secret: Secret.fromBase32(prepared?.secret ?? '') });
  const sealed = async () =>
    (await db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()).secret;
  const codeAt = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  expect(await confirmFactor(db, id, codeAt(-1))).toBe(true);

  const first = await sealed();
  await db.transaction().execute((transaction) => sealAgain(transaction, { withNewKey: true }));
  const second = await sealed();
  expect(second.equals(first)).toBe(false);
  expect(await takeCode(db, id, codeAt(0))).toBe(true);
  // As if another server had sealed with the earlier key at the moment of the exchange.
  await db.updateTable('second_factors').set({ secret: first }).execute();
  await db.transaction().execute((transaction) => sealAgain(transaction, { withNewKey: false }));
  expect(await takeCode(db, id, codeAt(1))).toBe(true);
});
