// Phones with Collect: set-up, throttling, end; the cost of an unchanged list; and photos that the office still waits
// for.
import { gunzipSync, inflateSync } from 'node:zlib';
import { calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answers,
  basic,
  collectHeaders,
  finishedForm,
  messageOf,
  sendForm,
} from '../../testing/collect-phone.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle, picture } from '../../testing/submissions.ts';
import { type Person, testPassword } from '../../testing/test-server.ts';

const server = setUpTestServer();
let bina: Person;
const pins = Array.from({ length: 60 }, (_, at) => String(at + 1).padStart(4, '0'));

const asOffice = () => server.administrator.token;

beforeAll(async () => {
  await addParcels(server, circle, pins);
  bina = await server.addSurveyor('bina');
  await server.call(
    calls.storeCirclePins,
    { body: { username: 'bina', circle } },
    server.administrator.token,
  );
});

const get = (path: string, authorization: string, more: Answers = {}) =>
  server.app.inject({
    url: `/openrosa${path}`,
    headers: { ...collectHeaders(authorization), host: 'survey.example.org', ...more },
  });

/** Sets up a phone as the console does, and reads its credential from the text of the QR code as Collect does. */
const setUp = async (users: readonly Person[], token = asOffice()) => {
  const { status, body } = await server.call(
    calls.setUpPhones,
    { body: { user_ids: users.map(({ id }) => id), phone: 'Samsung A05', language: 'ur' } },
    token,
  );
  if (status !== 200) return { status, phones: [] };
  const phones = body.phones.map(({ id, settings }) => {
    const { general } = JSON.parse(inflateSync(Buffer.from(settings, 'base64')).toString());
    return { id, general, authorization: basic(general.username, general.password) };
  });
  return { status, phones };
};

describe('a phone is set up', () => {
  test('by nobody but an administrator, and for no administrator', async () => {
    expect((await setUp([bina], bina.token)).status).toBe(403);
    expect((await setUp([bina], 'no token')).status).toBe(401);
    expect((await setUp([server.administrator])).status).toBe(404);
    const ended = await server.call(calls.endPhone, { body: { id: 1 } }, bina.token);
    expect(ended.status).toBe(403);
  });

  test('not for a blocked surveyor, and then for none of the others', async () => {
    const dost = await server.addSurveyor('dost', { is_active: false });
    expect((await setUp([bina, dost])).status).toBe(403);
    const { body } = await server.call(
      calls.userPhones,
      { query: { user_id: bina.id } },
      asOffice(),
    );
    expect(body.phones).toEqual([]);
  });

  test('with a secret of its own, which works until it is ended', async () => {
    const { phones } = await setUp([bina]);
    const [{ id, general, authorization } = { id: 0, general: {}, authorization: '' }] = phones;
    expect(general).toMatchObject({
      username: 'bina',
      app_language: 'ur',
      protocol: 'odk_default',
    });
    const [other] = (await setUp([bina])).phones;
    expect((await get('/formList', authorization)).statusCode).toBe(200);
    const ended = await server.call(calls.endPhone, { body: { id } }, asOffice());
    expect(ended.body.success).toBe(true);
    const { xml } = finishedForm({ pin: '0060' });
    for (const path of ['/formList', '/lists/pins.csv', '/submission']) {
      expect((await get(path, authorization)).statusCode).toBe(401);
    }
    const refused = await sendForm(server, authorization, { xml });
    expect([refused.statusCode, messageOf(refused)]).toEqual([
      401,
      expect.stringContaining('not set up any more'),
    ]);
    // Another phone of the surveyor sends the same report.
    expect((await sendForm(server, other?.authorization, { xml })).statusCode).toBe(201);
    expect((await server.call(calls.endPhone, { body: { id } }, asOffice())).status).toBe(404);
  });
});

test('own passwords are throttled as at every sign-in, phones that are set up are not', async () => {
  const eman = await server.addSurveyor('eman');
  const [phone] = (await setUp([eman])).phones;
  const ask = (authorization: string) =>
    server.app.inject({
      url: '/openrosa/formList',
      headers: collectHeaders(authorization),
      remoteAddress: '10.20.0.1',
    });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    statuses.push((await ask(basic('eman', `wrong-${attempt}`))).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const right = await ask(basic('eman', testPassword));
  expect(right.statusCode).toBe(429);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(phone?.authorization ?? '')).statusCode).toBe(200);
});

describe('a list', () => {
  test('travels gzipped, and not at all while it is unchanged', async () => {
    const [{ authorization } = { authorization: '' }] = (await setUp([bina])).phones;
    const plain = await get('/lists/pins.csv', authorization, { 'accept-encoding': 'identity' });
    const zipped = await get('/lists/pins.csv', authorization);
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    for (const path of ['/lists/pins.csv', '/lists/circles.csv']) {
      const tag = String((await get(path, authorization)).headers.etag);
      const again = () => get(path, authorization, { 'if-none-match': `W/"x", ${tag}` });
      expect([(await again()).statusCode, (await again()).body]).toEqual([304, '']);
    }
    const tag = String(plain.headers.etag);
    await sendForm(server, authorization, { xml: finishedForm({ pin: '0001' }).xml });
    const changed = await get('/lists/pins.csv', authorization, { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  });
});

test('a photo on its way is a filter, an optional field and a figure of the dashboard', async () => {
  const [{ authorization } = { authorization: '' }] = (await setUp([bina])).phones;
  const photo = { name: 'late.jpg', bytes: await picture() };
  const { xml } = finishedForm({ pin: '0030', photo: photo.name });
  await sendForm(server, authorization, { xml, isIncomplete: true });
  const seen = async () => {
    const query = { photo: ['awaited' as const], extra: ['photo_awaited' as const], page: 1 };
    const { body } = await server.call(calls.allReports, { query }, asOffice());
    const overview = await server.call(calls.dashboardOverview, {}, asOffice());
    const ofUser = await server.call(calls.userPhones, { query: { user_id: bina.id } }, asOffice());
    return [
      body.data.map(({ pin, photo_awaited }) => [pin, photo_awaited]),
      body.total,
      overview.body.photos_awaited,
      ofUser.body.photos_awaited,
    ];
  };
  expect(await seen()).toEqual([[['0030', true]], 1, 1, 1]);
  await sendForm(server, authorization, { xml, files: [photo] });
  expect(await seen()).toEqual([[], 0, 0, 0]);
});
