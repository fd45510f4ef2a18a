// Clients that know spec 7 and nothing else. Requests and answers are written here
// from its text; the contract package is left out on purpose, so that it cannot vouch for itself.
import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { insertReports, report } from '../testing/report-factory.ts';
import { testPassword } from '../testing/test-server.ts';

const server = setUpTestServer();
let token: string;
let userId: number;
let otherId: number;

const ask = async (
  method: 'GET' | 'POST',
  url: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) => {
  const request: InjectOptions = {
    method,
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    ...(payload !== undefined && { payload }),
  };
  const answer = await server.app.inject(request);
  const type = String(answer.headers['content-type']);
  return {
    status: answer.statusCode,
    type,
    body: type.includes('json') ? answer.json() : answer.body,
  };
};
const get = (url: string, headers?: Record<string, string>) => ask('GET', url, undefined, headers);
const post = (url: string, payload: object | string, headers?: Record<string, string>) =>
  ask('POST', url, payload, headers);

const text = expect.any(String);
const number = expect.any(Number);
const truth = expect.any(Boolean);
/** `said` goes beyond spec 7 (ADR 46). */
const done = { success: true, message: text, said: expect.anything() };

const user = { username: 'ali.raza', circle: 'Model Town' };
const literalReport = {
  id: number,
  username: 'ali.raza',
  user_name: 'Ali Raza',
  user_phone: text,
  circle: 'Model Town',
  pin: '0001',
  info: text,
  floors_num: 2,
  basement: truth,
  Store_front: truth,
  land_area: 250,
  covered_area: 180.5,
  land: 'Residential',
  other: text,
  comments: text,
  latitude: 31.5204,
  longitude: 74.3587,
  capture_time: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
  submission_time: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
  resubmission: null,
  picture_path: expect.stringMatching(/^ab\/ab\w+\.jpg/),
};

beforeAll(async () => {
  token = server.administrator.token;
  userId = (await server.addSurveyor('ali.raza', { name: 'Ali Raza' })).id;
  otherId = (await server.addSurveyor('sana.khan')).id;
  await insertReports(server.database, [
    report({ pin: '0001', photo_name: 'ab/ab0123456789abcdef0123456789abcd.jpg' }),
    report({ pin: '0777', username: 'sana.khan', land: 'Commercial', basement: true }),
  ]);
});
beforeEach(async () => {
  const records = [1, 2, 3].map((n) => ({ Circle: 'Model Town', Pin: `000${n}`, Road: 'Link' }));
  expect((await post('/api/store-records', { records })).status).toBe(200);
  expect((await post('/api/replace-circle-pins', user)).status).toBe(200);
});

describe('each call of spec 7 with its payload', () => {
  test('POST /api/login answers token and user; an error on failure', async () => {
    const { email } = server.administrator;
    const wrong = await post('/api/login', { email, password: 'not this one' });
    expect([wrong.status, wrong.body.error]).toEqual([401, text]);
    const right = await post('/api/login', { email, password: testPassword });
    expect(right).toMatchObject({ status: 200, body: { token: text, user: { role_id: 1 } } });
    expect(right.body.user.name).toBe('Amina Admin');
  });

  test.each(['/logout', '/api/logout', '/logout/'])('POST %s with a bearer token', async (path) => {
    const { email } = server.administrator;
    const { body } = await post('/api/login', { email, password: testPassword });
    const own = { authorization: `Bearer ${body.token}` };
    expect((await post(path, {}, own)).status).toBe(200);
    expect((await get('/api/mobileusers', own)).status).toBe(401);
  });

  test('POST logout without a body, with and without a content type', async () => {
    for (const type of ['application/json', undefined]) {
      const { email } = server.administrator;
      const { body } = await post('/api/login', { email, password: testPassword });
      const answer = await server.app.inject({
        method: 'POST',
        url: '/logout',
        headers: { authorization: `Bearer ${body.token}`, ...(type && { 'content-type': type }) },
      });
      expect([type, answer.statusCode]).toEqual([type, 200]);
    }
  });

  test.each([
    ['/api/mobileusers', '2'],
    // PIN 0777 is in no parcel list.
    ['/api/noreports', '1'],
    ['/api/totalrecord', '3'],
  ])('GET %s is a plain-text number', async (path, count) => {
    const answer = await get(path);
    expect([answer.status, answer.type, answer.body]).toEqual([
      200,
      expect.stringContaining('text/plain'),
      count,
    ]);
  });

  test('GET /api/all-reports with every filter set', async () => {
    const query =
      'page=1&per_page=10&date=10/03/2026&date_from=01/03/2026&date_to=31/03/2026&username=ali.raza&land=Residential,Commercial&name=Ali Raza&pin=00&circle=Model Town&basement=0&floors=2&land_area=200-300&covered_area=0-200&resubmission=No';
    const { status, body } = await get(`/api/all-reports?${query.replaceAll(' ', '%20')}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: [literalReport], total: 1, last_page: 1, current_page: 1 },
    });
  });

  test('GET /api/all-reports with every filter empty, as a client sends that always sends all', async () => {
    const names =
      'page per_page date date_from date_to username land name pin circle basement floors land_area covered_area resubmission';
    const { status, body } = await get(`/api/all-reports?${names.replaceAll(' ', '=&')}=`);
    expect([status, body.total, body.current_page]).toEqual([200, 2, 1]);
  });

  test('GET /api/all-reports-no-pagination and /api/all-reports-export answer data', async () => {
    for (const path of ['/api/all-reports-no-pagination', '/api/all-reports-export']) {
      const { status, type, body } = await get(path);
      expect([status, type]).toEqual([200, expect.stringContaining('application/json')]);
      expect(body.data).toHaveLength(2);
      expect(body.data.find(({ pin }: { pin: string }) => pin === '0001')).toEqual(literalReport);
    }
    const { body } = await get('/api/all-reports-export?land=Commercial&page=1&per_page=10');
    expect(body.data).toHaveLength(1);
  });

  test('POST /api/property-details/report-multiple answers data', async () => {
    const { status, body } = await post('/api/property-details/report-multiple', {
      usernames: ['ali.raza', 'nobody'],
    });
    expect({ status, body }).toEqual({ status: 200, body: { data: [literalReport] } });
  });

  test('POST /api/change-pin-status answers message', async () => {
    const { status, body } = await post('/api/change-pin-status', {
      ...user,
      pin: '0002',
      status: 1,
    });
    expect({ status, body }).toEqual({ status: 200, body: done });
  });

  test('GET /api/mobile/users answers users', async () => {
    const { status, body } = await get('/api/mobile/users');
    expect(status).toBe(200);
    expect(body.users).toHaveLength(2);
    expect(body.users[0]).toMatchObject({
      id: userId,
      username: 'ali.raza',
      name: 'Ali Raza',
      email: text,
      phonenumber: text,
      cnic: text,
      created_at: text,
      designation: 'Surveyor',
      status: true,
    });
    expect(body.users[0]).not.toHaveProperty('password');
  });

  test('POST /api/mobile/signup answers message; 422 an errors map', async () => {
    const body = {
      username: 'new.one',
      email: 'new.one@example.org',
      password: 'field-2026',
      cnic: '35202-7654321-1',
      name: 'New One',
      phonenumber: '03001234567',
      designation: 'Supervisor',
      status: true,
    };
    const created = await post('/api/mobile/signup', body);
    expect([created.status, created.body.message]).toEqual([200, text]);
    const again = await post('/api/mobile/signup', body);
    expect([again.status, again.body.errors.username]).toEqual([422, [text]]);
    const { users } = (await get('/api/mobile/users')).body;
    const { id } = users.find(({ username }: { username: string }) => username === 'new.one');
    const gone = await post('/api/delete-user', { user_id: id });
    expect([gone.status, gone.body]).toEqual([200, done]);
  });

  test('POST /api/change-user-status', async () => {
    for (const status of [false, true]) {
      const answer = await post('/api/change-user-status', { user_id: otherId, status });
      expect([answer.status, answer.body]).toEqual([200, done]);
    }
  });

  test('circles: GET circles, circles-assigned, store, replace, delete', async () => {
    const all = await get('/api/circles/ali.raza');
    expect([all.status, all.body]).toEqual([200, { circles: ['Model Town'] }]);
    const assigned = await post('/api/circles-assigned-to-user', { username: 'ali.raza' });
    expect([assigned.status, assigned.body]).toEqual([200, { circles: ['Model Town'] }]);
    for (const path of [
      '/api/delete-circle',
      '/api/store-circle-pins',
      '/api/replace-circle-pins',
    ]) {
      const answer = await post(path, user);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        200,
        { ...answer.body, success: true, message: text },
      ]);
    }
    const none = await post('/api/circles-assigned-to-user', { username: 'sana.khan' });
    expect(none.body).toEqual({ circles: [] });
  });

  test('pins: pins-by-circle, add-pin, delete-pin, transfer-pins', async () => {
    const pin = {
      pin: '0999',
      ratingarea: 'A',
      Locality: 'Block C',
      Block: '',
      Street_Address: 'House 1',
      OwnerName: 'Sana Khan',
      Road: '',
      status: 0,
    };
    expect((await post('/api/add-pin', { ...user, ...pin })).body).toMatchObject({ success: true });
    const { body } = await post('/api/pins-by-circle', user);
    expect(body.pins).toHaveLength(4);
    const added = body.pins.find((one: { pin: string }) => one.pin === '0999');
    expect(added).toEqual({ id: number, ...pin });
    const gone = await post('/api/delete-pin', { id: added.id });
    expect([gone.status, gone.body]).toEqual([200, { ...done, undo_entry: number }]);
    const moved = await post('/api/transfer-pins', {
      source_user: 'ali.raza',
      target_user: 'sana.khan',
      circle: 'Model Town',
    });
    expect([moved.status, moved.body]).toMatchObject([200, { success: true, message: text }]);
    await post('/api/delete-circle', { ...user, username: 'sana.khan' });
  });

  test('POST /api/change-status-bulk', async () => {
    const { status, body } = await post('/api/change-status-bulk', {
      pins: [
        { circle: 'Model Town', pin: '0001', status: 1 },
        { circle: 'model town ', pin: '0002', status: 0 },
      ],
    });
    expect([status, body]).toMatchObject([200, { success: true, message: text }]);
  });

  test('a picture is fetched from the storage path plus picture_path', async () => {
    const { data } = (await get('/api/all-reports?username=ali.raza')).body;
    // The database names a photo that has no file: 404 shows that the path was understood.
    expect((await get(`/storage/${data[0].picture_path}`)).status).toBe(404);
  });
});

describe('what older clients do differently', () => {
  test('numbers as strings', async () => {
    const { body } = await post('/api/pins-by-circle', user);
    const { id } = body.pins[2];
    for (const [path, payload] of [
      ['/api/change-user-status', { user_id: String(otherId), status: '1' }],
      ['/api/change-pin-status', { ...user, pin: '0001', status: '1' }],
      ['/api/change-status-bulk', { pins: [{ circle: 'Model Town', pin: '0001', status: '1' }] }],
      ['/api/delete-pin', { id: String(id) }],
    ] as const) {
      const answer = await post(path, payload);
      expect([path, answer.status, answer.body.success]).toEqual([path, 200, true]);
    }
    expect((await get('/api/all-reports?page=01&per_page=10')).status).toBe(200);
  });

  test('text as numbers: pin, phone number, username, circle, cells', async () => {
    const records = [{ Circle: 12, Pin: 55 }];
    expect((await post('/api/store-records', { records })).status).toBe(200);
    const own = { username: 'ali.raza', circle: 12 };
    expect((await post('/api/store-circle-pins', own)).status).toBe(200);
    const { body } = await post('/api/pins-by-circle', own);
    expect(body.pins).toMatchObject([{ pin: '55' }]);
    for (const [path, payload] of [
      ['/api/change-pin-status', { ...own, pin: 55, status: 1 }],
      ['/api/change-status-bulk', { pins: [{ circle: 12, pin: 55, status: 0 }] }],
      ['/api/pins-by-circle', own],
      ['/api/replace-circle-pins', own],
      ['/api/transfer-pins', { source_user: 'ali.raza', target_user: 'sana.khan', circle: 12 }],
      ['/api/delete-circle', { username: 'sana.khan', circle: 12 }],
    ] as const) {
      const answer = await post(path, payload);
      expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined]);
    }
  });

  test.each([true, 'true', 'True', 1, '1', 'active'])('an active user as %j', async (status) => {
    expect((await post('/api/change-user-status', { user_id: otherId, status })).status).toBe(200);
    const { users } = (await get('/api/mobile/users')).body;
    expect(users[1]).toMatchObject({ username: 'sana.khan', status: true });
  });

  test.each([false, 'false', 0, '0', 'blocked'])('a blocked user as %j', async (status) => {
    expect((await post('/api/change-user-status', { user_id: otherId, status })).status).toBe(200);
    const { users } = (await get('/api/mobile/users')).body;
    expect(users[1]).toMatchObject({ username: 'sana.khan', status: false });
  });

  test('a status that is neither is refused, and nothing is guessed', async () => {
    for (const status of ['perhaps', 2, null, [], {}]) {
      const { status: code, body } = await post('/api/change-user-status', {
        user_id: otherId,
        status,
      });
      expect([status, code, Object.keys(body.errors)]).toEqual([status, 422, ['status']]);
    }
  });

  test('fields that nobody asked for', async () => {
    const extra = { _token: 'x', device: { os: 'Android' }, id: 'none' };
    expect((await post('/api/pins-by-circle', { ...user, ...extra })).status).toBe(200);
    expect((await get('/api/all-reports?_=17000000&sort=asc')).body.total).toBe(2);
    expect((await get('/api/mobileusers?_=1')).status).toBe(200);
    const pins = [{ circle: 'Model Town', pin: '0001', status: 1, Row: 5 }];
    expect((await post('/api/change-status-bulk', { pins, extra })).status).toBe(200);
  });

  test.each([
    '/api/mobileusers/',
    '/api/all-reports/?page=1',
    '/api/mobile/users/',
    '/api/circles/ali.raza/',
  ])('a slash at the end: %s', async (url) => {
    expect((await get(url)).status).toBe(200);
  });

  test('no Accept, any Accept, and content types with a charset', async () => {
    expect((await get('/api/mobile/users', { accept: '' })).status).toBe(200);
    for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json']) {
      const { status, type } = await get('/api/all-reports-export', { accept });
      expect([accept, status, type]).toEqual([accept, 200, expect.stringContaining('json')]);
    }
    for (const type of [
      'application/json;charset=UTF-8',
      'application/json; charset=utf-8',
      'Application/JSON',
    ]) {
      const headers = { 'content-type': type };
      expect([
        type,
        (await post('/api/pins-by-circle', JSON.stringify(user), headers)).status,
      ]).toEqual([type, 200]);
      const pins = [{ circle: 'Model Town', pin: '0001', status: 1 }];
      const rows = await post('/api/change-status-bulk', JSON.stringify({ pins }), headers);
      expect([type, rows.status]).toEqual([type, 200]);
    }
  });

  test('forms instead of JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = new URLSearchParams(user).toString();
    const pins = await post('/api/pins-by-circle', form, headers);
    expect([pins.status, pins.body.pins?.length]).toEqual([200, number]);
    const { email } = server.administrator;
    const login = new URLSearchParams({ email, password: testPassword }).toString();
    expect((await post('/api/login', login, headers)).status).toBe(200);
    const several = 'usernames[]=ali.raza&usernames[]=sana.khan';
    const both = await post('/api/property-details/report-multiple', several, headers);
    expect([both.status, both.body.data?.length]).toEqual([200, 2]);
  });

  test('spaces around names and names in other letters', async () => {
    const answer = await post('/api/pins-by-circle', {
      username: ' ali.raza ',
      circle: ' MODEL TOWN',
    });
    expect([answer.status, answer.body.pins[0].pin]).toEqual([200, '0001']);
  });

  test('a list of one filter written several times', async () => {
    const { status, body } = await get('/api/all-reports?land[]=Residential&land[]=Commercial');
    expect([status, body.total]).toEqual([200, 2]);
    expect((await get('/api/all-reports?land=Residential&land=Commercial')).body.total).toBe(2);
    expect((await get('/api/all-reports?land[]=Commercial')).body.total).toBe(1);
  });

  test.each(['true', '1', 'True', 'yes'])('basement=%s', async (basement) => {
    expect((await get(`/api/all-reports?basement=${basement}`)).body.total).toBe(1);
  });
});
