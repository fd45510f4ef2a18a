// What the surveyor's page needs beside lists and reports: the state of each phone, the import of rescue files, and
// finished circles.
import { calls, phoneHeaders } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import {
  rescue as bring,
  circle,
  type Fields,
  picture,
  submissionFields,
  submit,
} from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002', '0003']);
  ali = await server.addSurveyor('ali');
  await server.call(
    calls.storeCirclePins,
    { body: { username: 'ali', circle } },
    server.administrator.token,
  );
});

describe('a phone describes itself', () => {
  const ask = (headers: Record<string, string>, token = ali.token) =>
    server.app.inject({
      url: '/api/device/pins',
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  const told = async (user = ali) => {
    const query = { user_id: user.id };
    const { body } = await server.call(calls.userPhones, { query }, server.administrator.token);
    return body.page_phones;
  };

  const headers = {
    [phoneHeaders.device]: 'phone-17',
    [phoneHeaders.app]: 'survey page',
    [phoneHeaders.version]: '0.3.0',
    [phoneHeaders.unsent]: '12',
    [phoneHeaders.unsentSince]: '2026-11-20T08:00:00.000Z',
    [phoneHeaders.freeBytes]: '80000000',
  };

  test('in nothing where it has no session, no id, or the wrong kind of account', async () => {
    expect((await ask(headers, 'wrong')).statusCode).toBe(401);
    expect((await ask(headers, server.administrator.token)).statusCode).toBe(403);
    const { [phoneHeaders.device]: _, ...withoutId } = headers;
    expect((await ask(withoutId)).statusCode).toBe(200);
    expect((await ask({ [phoneHeaders.device]: 'x'.repeat(101) })).statusCode).toBe(200);
    expect(await told()).toEqual([]);
  });

  test('in headers that the capabilities list', async () => {
    const { body } = await server.call(calls.capabilities, {}, server.administrator.token);
    expect(body.phone_headers).toEqual(expect.arrayContaining(Object.keys(headers)));
  });

  test('and the office sees the last of it', async () => {
    await ask({ ...headers, 'x-device-time': new Date(Date.now() + 3_600_000).toISOString() });
    const [phone, ...others] = await told();
    expect(others).toEqual([]);
    expect(phone).toMatchObject({
      device_id: 'phone-17',
      app: 'survey page',
      app_version: '0.3.0',
      unsent: 12,
      unsent_since: '2026-11-20T08:00:00.000Z',
      free_bytes: 80_000_000,
    });
    expect(Math.abs((phone?.clock_ahead ?? 0) - 3600)).toBeLessThan(10);
    await ask({ ...headers, [phoneHeaders.unsent]: '0', [phoneHeaders.unsentSince]: '' });
    expect(await told()).toMatchObject([{ unsent: 0, unsent_since: null, clock_ahead: null }]);
  });

  test('what cannot be read is left out, and nothing is refused for it', async () => {
    const broken = { ...headers, [phoneHeaders.unsent]: '-1', [phoneHeaders.freeBytes]: '1e99' };
    expect((await ask({ ...broken, [phoneHeaders.unsentSince]: 'monday' })).statusCode).toBe(200);
    expect(await told()).toMatchObject([{ unsent: null, unsent_since: null, free_bytes: null }]);
  });

  test('twenty phones of a surveyor are kept, whatever ids they choose', async () => {
    const bina = await server.addSurveyor('bina');
    for (let at = 0; at < 25; at += 1) {
      await ask({ [phoneHeaders.device]: `phone-${at}` }, bina.token);
      if (at % 5 === 0) await told(bina);
    }
    expect((await told(bina)).length).toBeLessThanOrEqual(25);
    for (let at = 30; at < 33; at += 1) {
      await ask({ [phoneHeaders.device]: `phone-${at}` }, bina.token);
      await told(bina);
    }
    expect((await told(bina)).map(({ device_id }) => device_id)).not.toContain('phone-32');
  });
});

describe('a rescued report', () => {
  const rescue = (
    fields: Fields,
    photo?: Buffer,
    { username = 'ali', token = server.administrator.token } = {},
  ) => bring(server, token, fields, { username, photo });

  const stored = async (id: string) =>
    server.database.db
      .selectFrom('reports')
      .select(['username', 'was_unassigned', 'place_reason'])
      .where('submission_id', '=', id)
      .execute();

  test('is brought by an administrator only, for a surveyor who is there and not blocked', async () => {
    const fields = submissionFields();
    await server.addSurveyor('dost', { is_active: false });
    expect((await rescue(fields, undefined, { token: ali.token })).status).toBe(403);
    expect((await rescue(fields, undefined, { token: 'wrong' })).status).toBe(401);
    expect((await rescue(fields, undefined, { username: 'nobody' })).status).toBe(404);
    expect((await rescue(fields, undefined, { username: 'amina' })).status).toBe(404);
    const blocked = await rescue(fields, undefined, { username: 'dost' });
    expect([blocked.status, blocked.body.message]).toEqual([
      403,
      expect.stringContaining('Unblock the account'),
    ]);
    expect(await stored(fields.submission_id ?? '')).toEqual([]);
  });

  test('is checked as one of a phone', async () => {
    const wrong = await rescue(submissionFields({ land_area: '-1' }));
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['land_area']]);
    const text = await rescue(submissionFields(), Buffer.from('no picture'));
    expect(text.status).toBe(415);
  });

  test('is the surveyor’s, once, whoever brought it first and however often it is imported', async () => {
    const photo = await picture();
    const fields = submissionFields({ pin: '0002', place_reason: 'The signal is blocked here' });
    const first = await rescue(fields, photo, { username: 'ALI' });
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ was_known: false, was_assigned: true }),
    ]);
    const again = await rescue(fields, photo);
    expect(again.body).toEqual({ ...first.body, was_known: true });
    // The phone works again and sends the report that was rescued.
    const sent = await submit(server, ali.token, fields, photo);
    expect([sent.status, sent.body.id]).toEqual([200, first.body.id]);
    expect(await stored(fields.submission_id ?? '')).toEqual([
      { username: 'ali', was_unassigned: false, place_reason: 'The signal is blocked here' },
    ]);
    const other = await rescue({ ...fields, info: 'something else' }, photo);
    expect([other.status, other.body.code]).toEqual([409, 'conflict']);
    const { rows } = await sql`
      select actor, action, subject from audit_entries
      where details ->> 'submission_id' = ${fields.submission_id} order by id`.execute(
      server.database.db,
    );
    expect(rows).toEqual([
      { actor: 'ali', action: 'submit-report', subject: 'Model Town 0002' },
      { actor: 'amina', action: 'rescue-report', subject: 'ali' },
    ]);
  });
});

describe('a circle', () => {
  const close = (reason: string | null, { name = circle, token = ali.token } = {}) =>
    server.call(calls.closeCircle, { body: { circle: name, reason } }, token);
  const shown = async () => {
    const { body } = await server.call(calls.userCircles, {}, server.administrator.token);
    return body.users.find(({ username }) => username === 'ali')?.circles[0]?.closed;
  };

  test('is closed by nobody who does not have it', async () => {
    const sana = await server.addSurveyor('sana');
    expect((await close('done', { token: sana.token })).status).toBe(404);
    expect((await close('done', { name: 'Elsewhere' })).status).toBe(404);
    expect((await close('done', { token: server.administrator.token })).status).toBe(403);
    expect((await close('x'.repeat(501))).status).toBe(422);
    expect(await shown()).toBeUndefined();
  });

  test('is closed with a reason that the office sees, and opened again', async () => {
    expect((await close('Houses 40 to 52 are one plot now.')).status).toBe(200);
    expect((await close('Houses 40 to 52 are one plot now.')).status).toBe(200);
    expect(await shown()).toMatchObject({ reason: 'Houses 40 to 52 are one plot now.' });
    const list = await server.call(calls.devicePins, { query: {} }, ali.token);
    expect(list.body.circles).toEqual([circle]);
    expect((await close(null)).status).toBe(200);
    expect(await shown()).toBeUndefined();
    const { rows } =
      await sql`select subject from audit_entries where action = 'close-circle'`.execute(
        server.database.db,
      );
    expect(rows).toEqual([{ subject: circle }, { subject: circle }]);
  });
});
