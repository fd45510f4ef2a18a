// OpenRosa as Collect speaks it: who is refused, what the lists say, what becomes of a submission.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answers,
  basic,
  collectHeaders,
  type FormRequest,
  finishedForm,
  messageOf,
  sendForm,
  setUpPhone,
} from '../../testing/collect-phone.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle, picture } from '../../testing/submissions.ts';
import { type Person, testPassword } from '../../testing/test-server.ts';
import { form } from './xform.ts';

const server = setUpTestServer();
let ali: Person;
let phone: string;

const assign = (username: string) =>
  server.call(calls.storeCirclePins, { body: { username, circle } }, server.administrator.token);

beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002', '0003']);
  ali = await server.addSurveyor('ali');
  await assign('ali');
  phone = await setUpPhone(server, ali);
});

const get = (path: string, authorization: string | undefined = phone, more: Answers = {}) =>
  server.app.inject({
    url: `/openrosa${path}`,
    headers: { ...collectHeaders(authorization), host: 'survey.example.org', ...more },
  });

const send = (request: FormRequest, authorization = phone) =>
  sendForm(server, authorization, request);

const reportOf = (submissionId: string) =>
  server.database.db
    .selectFrom('reports')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();

const count = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from reports`.execute(
    server.database.db,
  );
  return rows[0]?.n ?? 0;
};

describe('a request is refused before anything is read', () => {
  const paths = ['/formList', `/forms/${form.id}.xml`, '/lists/pins.csv', '/nothing'];

  test.each(paths)('%s without credentials: 401, and how to sign in', async (path) => {
    const answer = await get(path, '');
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Basic');
    expect(answer.headers['x-openrosa-version']).toBe('1.0');
    expect(messageOf(answer)).toContain('Sign in');
  });

  test('with a wrong password, an unknown secret, or the secret of another surveyor', async () => {
    const sana = await server.addSurveyor('sana');
    const [, secret = ''] = Buffer.from((await setUpPhone(server, sana)).slice(6), 'base64')
      .toString()
      .split(':');
    for (const given of [
      basic('ali', 'wrong-password'),
      basic('ali', `phone-${'x'.repeat(43)}`),
      basic('ali', secret),
      basic('nobody', testPassword),
      `Bearer ${ali.token}`,
      'Basic %%%',
    ]) {
      expect([given, (await get('/formList', given)).statusCode]).toEqual([given, 401]);
    }
  });

  test('from a page of another site, whose browser adds a password by itself: 403', async () => {
    const authorization = basic('ali', testPassword);
    for (const [headers, status] of [
      [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.org' }, 403],
      [{ origin: 'https://evil.example.org' }, 403],
      [{}, 200],
    ] as const) {
      const answer = await server.app.inject({
        url: '/openrosa/formList',
        headers: { authorization, ...headers },
      });
      expect([headers, answer.statusCode]).toEqual([headers, status]);
    }
  });

  test('as an administrator: 403', async () => {
    const answer = await get('/formList', basic('amina', testPassword));
    expect([answer.statusCode, messageOf(answer)]).toEqual([403, 'Access not allowed']);
  });

  test('of a blocked surveyor, whose phones stay ended when he is unblocked', async () => {
    const omar = await server.addSurveyor('omar');
    const his = await setUpPhone(server, omar);
    expect((await get('/formList', his)).statusCode).toBe(200);
    const block = (status: boolean) =>
      server.call(
        calls.changeUserStatus,
        { body: { user_id: omar.id, status } },
        server.administrator.token,
      );
    await block(false);
    expect((await get('/formList', his)).statusCode).toBe(401);
    expect((await get('/formList', basic('omar', testPassword))).statusCode).toBe(403);
    await block(true);
    expect((await get('/formList', his)).statusCode).toBe(401);
    expect((await get('/formList', basic('omar', testPassword))).statusCode).toBe(200);
  });

  test('of a deleted surveyor, of a phone unused for 90 days', async () => {
    const zara = await server.addSurveyor('zara');
    const hers = await setUpPhone(server, zara);
    const days = (n: number) =>
      sql`update phone_credentials set created_at = now() - make_interval(days => ${n}),
        last_used_at = null where user_id = ${zara.id}`.execute(server.database.db);
    await days(91);
    expect((await get('/formList', hers)).statusCode).toBe(401);
    await days(89);
    expect((await get('/formList', hers)).statusCode).toBe(200);
    await server.call(calls.deleteUser, { body: { user_id: zara.id } }, server.administrator.token);
    expect((await get('/formList', hers)).statusCode).toBe(401);
  });

  test('a phone’s secret opens nothing but OpenRosa', async () => {
    const [, secret = ''] = Buffer.from(phone.slice(6), 'base64').toString().split(':');
    expect((await server.call(calls.devicePins, { query: {} }, secret)).status).toBe(401);
    const signIn = await server.call(calls.deviceSignIn, {
      body: { login: 'ali', password: secret },
    });
    expect(signIn.status).toBe(401);
  });
});

describe('a submission is refused with words that Collect shows', () => {
  const deep = `<data id="${form.id}">${'<a>'.repeat(20)}${'</a>'.repeat(20)}</data>`;
  const wide = `<data id="${form.id}">${'<a/>'.repeat(1000)}</data>`;
  const entities = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><data id="${form.id}"><pin>&b;</pin></data>`;
  const file = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><data><pin>&a;</pin></data>';

  test.each([
    ['that is no XML', '<data', 400, 'XML'],
    ['whose XML is two', '<data/><data/>', 400, 'XML'],
    ['with entities', entities, 400, 'document type'],
    ['with an entity of a file', file, 400, 'document type'],
    ['with an entity that nobody declared', '<data><pin>&b;</pin></data>', 400, 'XML'],
    ['that is too deep', deep, 400, 'levels deep'],
    ['that has too many elements', wide, 400, 'elements'],
    ['that is too long', finishedForm({ comments: 'x'.repeat(200_000) }).xml, 422, 'bytes'],
    ['of another form', finishedForm({ formId: 'trees' }).xml, 404, 'no form "trees"'],
    ['without an id', finishedForm({ instanceID: '' }).xml, 422, 'submission_id'],
    ['whose id is no UUID', finishedForm({ instanceID: 'uuid:7' }).xml, 422, 'submission_id'],
    ['without a PIN', finishedForm({ pin: ' ' }).xml, 422, 'pin: is required'],
    ['with too many floors', finishedForm({ floors_num: '201' }).xml, 422, 'at most 200'],
    ['of the year 1970', finishedForm({ capture_time: '1970-01-01T00:00:00Z' }).xml, 422, '2000'],
  ])('%s', async (_, xml, status, words) => {
    const before = await count();
    const answer = await send({ xml });
    expect([answer.statusCode, messageOf(answer)]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
    expect(await count()).toBe(before);
  });

  test('without XML, with a file that the form does not name, with two files', async () => {
    const bytes = await picture();
    const { xml } = finishedForm({ photo: '1.jpg' });
    const none = await send({ files: [{ name: '1.jpg', bytes }] });
    expect([none.statusCode, messageOf(none)]).toEqual([
      400,
      expect.stringContaining('xml_submission_file'),
    ]);
    const unknown = await send({ xml, files: [{ name: 'audit.csv', bytes }] });
    expect([unknown.statusCode, messageOf(unknown)]).toEqual([
      400,
      expect.stringContaining('audit.csv'),
    ]);
    const files = ['1.jpg', '2.jpg'].map((name) => ({ name, bytes }));
    expect(messageOf(await send({ xml, files }))).toContain('2.jpg');
  });

  test('whose photo is no picture, or larger than allowed', async () => {
    const { xml, id } = finishedForm({ photo: '1.jpg' });
    const text = await send({ xml, files: [{ name: '1.jpg', bytes: Buffer.from('no picture') }] });
    expect([text.statusCode, messageOf(text)]).toEqual([415, expect.stringContaining('JPEG')]);
    const large = await send({
      xml,
      files: [{ name: '1.jpg', bytes: Buffer.alloc(15 * 1024 * 1024 + 1) }],
    });
    expect([large.statusCode, messageOf(large)]).toEqual([413, expect.stringContaining('15 MB')]);
    expect(await reportOf(id)).toBeUndefined();
  });

  test('with other content under the id of a stored one: 409', async () => {
    const { xml, id } = finishedForm();
    expect((await send({ xml })).statusCode).toBe(201);
    const other = await send({ xml: finishedForm({ instanceID: `uuid:${id}`, info: 'x' }).xml });
    expect([other.statusCode, messageOf(other)]).toEqual([
      409,
      expect.stringContaining('differs in: info'),
    ]);
  });
});

describe('the phone is told', () => {
  test('the form, whose hash is that of its file', async () => {
    const answer = await get('/formList');
    expect(answer.headers['content-type']).toContain('text/xml');
    expect(answer.body).toContain('http://openrosa.org/xforms/xformsList');
    expect(answer.body).toContain(`<hash>md5:${form.md5}</hash>`);
    const url = /<downloadUrl>(.*)<\/downloadUrl>/.exec(answer.body)?.[1] ?? '';
    expect(url).toBe(`http://survey.example.org/openrosa/forms/${form.id}.xml`);
    const file = await get(new URL(url).pathname.replace('/openrosa', ''), phone, {
      'accept-encoding': 'identity',
    });
    expect(file.body).toBe(form.xml);
    const tag = String(file.headers.etag);
    const again = await get(`/forms/${form.id}.xml`, phone, { 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('before it sends: how much, and that it may', async () => {
    const ask = (authorization?: string) =>
      server.app.inject({
        method: 'HEAD',
        url: '/openrosa/submission?deviceID=collect%3Aabc',
        headers: collectHeaders(authorization),
      });
    expect((await ask()).statusCode).toBe(401);
    const { statusCode, headers } = await ask(phone);
    expect([statusCode, headers['x-openrosa-version']]).toEqual([204, '1.0']);
    expect(Number(headers['x-openrosa-accept-content-length'])).toBe(16 * 1024 * 1024);
  });

  test('with the own password too, until it is another one', async () => {
    const nida = await server.addSurveyor('nida');
    const hers = basic('nida@example.org', testPassword);
    expect((await get('/formList', hers)).statusCode).toBe(200);
    expect((await get('/formList', hers)).statusCode).toBe(200);
    await server.call(
      calls.resetUserPassword,
      { body: { user_id: nida.id, password: 'another-of-tests' } },
      server.administrator.token,
    );
    expect((await get('/formList', hers)).statusCode).toBe(401);
    expect((await get('/formList', basic('nida', 'another-of-tests'))).statusCode).toBe(200);
  });
});

describe('a submission', () => {
  test('becomes a report as one of the device API does', async () => {
    const bytes = await picture();
    const { xml, id } = finishedForm({ photo: '17.jpg', device_id: 'collect:abc' });
    const answer = await send({ xml, files: [{ name: '17.jpg', bytes }] });
    expect([answer.statusCode, messageOf(answer)]).toEqual([201, 'Stored.']);
    expect(await reportOf(id)).toMatchObject({
      username: 'ali',
      circle,
      pin: '0001',
      outcome: 'surveyed',
      floors_num: 2,
      land: 'Residential',
      comments: 'سبز دروازہ & <gate>',
      latitude: 31.5204,
      longitude: 74.3587,
      accuracy: 4.8,
      capture_time: new Date('2026-03-10T09:05:06Z'),
      device_id: 'collect:abc',
      photo_bytes: bytes.length,
      photo_awaited: null,
      was_unassigned: false,
    });
    const { rows } = await sql`
      select status from assigned_pins join units on units.id = unit_id
      where user_id = ${ali.id} and pin = '0001'`.execute(server.database.db);
    expect(rows).toEqual([{ status: 1 }]);
    const before = await count();
    expect((await send({ xml, files: [{ name: '17.jpg', bytes }] })).statusCode).toBe(201);
    expect(await count()).toBe(before);
  });

  test('of a PIN that is not on the list is stored and marked', async () => {
    const { xml, id } = finishedForm({ pin: '9999' });
    const answer = await send({ xml });
    expect([answer.statusCode, messageOf(answer)]).toEqual([
      201,
      expect.stringContaining('not on your list'),
    ]);
    expect((await reportOf(id))?.was_unassigned).toBe(true);
  });

  test('of a locked house needs neither place nor photo', async () => {
    const { xml, id } = finishedForm({ outcome: 'locked', place: '', land: '', floors_num: '' });
    expect((await send({ xml })).statusCode).toBe(201);
    expect(await reportOf(id)).toMatchObject({ outcome: 'locked', latitude: null, accuracy: null });
  });

  test('in several requests is a report whose photo is awaited, and then whole', async () => {
    const bytes = await picture();
    const photo = { name: 'late.jpg', bytes };
    const { xml, id } = finishedForm({ pin: '0002', photo: photo.name });
    const first = await send({ xml, isIncomplete: true });
    expect([first.statusCode, messageOf(first)]).toEqual([202, expect.stringContaining('photo')]);
    expect(await reportOf(id)).toMatchObject({ photo_name: null, photo_awaited: photo.name });
    expect((await send({ xml, isIncomplete: true })).statusCode).toBe(202);
    const both = await Promise.all([send({ xml, files: [photo] }), send({ xml, files: [photo] })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const stored = await reportOf(id);
    expect(stored).toMatchObject({ photo_awaited: null, photo_bytes: bytes.length });
    // The first request again, as a phone sends it that missed the answer.
    expect((await send({ xml, isIncomplete: true })).statusCode).toBe(201);
    const other = await send({ xml, files: [{ ...photo, bytes: await picture() }] });
    expect([other.statusCode, messageOf(other)]).toEqual([409, expect.stringContaining('photo')]);
    expect(await reportOf(id)).toEqual(stored);
    const { rows } = await sql`
      select action, subject from audit_entries where details ->> 'report' = ${String(stored?.id)}
      order by id`.execute(server.database.db);
    expect(rows).toEqual([
      { action: 'submit-report', subject: 'Model Town 0002' },
      { action: 'add-awaited-photo', subject: 'Model Town 0002' },
    ]);
  });
});
