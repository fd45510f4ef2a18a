// Ingestion of reports: refusals, the photo, one report for one submission id.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { calls, limits } from '@survey/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import {
  circle,
  multipartOf,
  picture,
  submissionFields,
  submit,
} from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const server = setUpTestServer();
let ali: Person;
beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002', '0003']);
  ali = await server.addSurveyor('ali', { name: 'Ali Raza' });
  const body = { username: 'ali', circle };
  await server.call(calls.storeCirclePins, { body }, server.administrator.token);
});

/** Names of all files in the photo folder: photos, thumbnails and staged uploads. */
const files = async (): Promise<string[]> => {
  const found = await readdir(server.photoFolder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

const countReports = async (): Promise<number> => {
  const { count } = await server.database.db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

const stored = (id: number) =>
  server.database.db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('a submission is refused', () => {
  let before: { reports: number; files: string[] };
  beforeAll(async () => {
    before = { reports: await countReports(), files: await files() };
  });
  afterAll(async () => {
    expect({ reports: await countReports(), files: await files() }).toEqual(before);
  });

  test('that is not multipart', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: calls.submitReport.path,
      payload: submissionFields(),
      headers: { authorization: `Bearer ${ali.token}` },
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().code).toBe('unsupported-type');
  });

  test('without fields, with the field map', async () => {
    const { status, body } = await submit(server, ali.token, { pin: '' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual([
      'submission_id',
      'circle',
      'pin',
      'capture_time',
    ]);
  });

  test.each([
    ['submission_id', '17'],
    ['floors_num', 'two'],
    ['floors_num', '-1'],
    ['basement', 'perhaps'],
    ['land_area', '1e12'],
    ['latitude', '91'],
    ['longitude', 'Infinity'],
    ['capture_time', '10/03/2026 14:05'],
    ['capture_time', '2026-03-10T14:05:06'],
    ['capture_time', '1999-12-31T00:00:00Z'],
    ['capture_time', '2099-01-01T00:00:00Z'],
    ['comments', 'a\u0000b'],
    ['comments', 'x'.repeat(5001)],
    ['comments', 'x'.repeat(100_000)],
  ])('with a wrong %s (%#)', async (field, value) => {
    const answer = await submit(server, ali.token, submissionFields({ [field]: value }));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test.each([
    ['a text', Buffer.from('I am a photo'), 415],
    [
      'a drawing that could run scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
    ],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 415],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 415],
    ['nothing but a JPEG marker', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 422],
    ['nothing but a PNG signature', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 422],
    ['nothing but a WebP header', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 422],
    ['an empty file', Buffer.alloc(0), 422],
  ])('with %s under the name and type of a JPEG', async (_, bytes, status) => {
    const answer = await submit(server, ali.token, submissionFields(), bytes);
    expect(answer.status).toBe(status);
    if (status === 422) expect(Object.keys(answer.body.errors ?? {})).toEqual(['photo']);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('with a %s cut off anywhere', async (format) => {
    const noise = await sharp({
      create: {
        width: 80,
        height: 80,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(format)
      .toBuffer();
    for (const share of [0.02, 0.3, 0.7, 0.99]) {
      const cut = noise.subarray(0, Math.floor(noise.length * share));
      const answer = await submit(server, ali.token, submissionFields(), cut);
      expect([415, 422]).toContain(answer.status);
    }
    const answer = await submit(server, ali.token, submissionFields(), noise.subarray(0, -1));
    expect(answer.status).toBe(422);
  });

  test('with a PNG that has wrong bits', async () => {
    const bytes = await picture('png');
    bytes[bytes.length - 30] = (bytes.at(-30) ?? 0) ^ 1;
    const answer = await submit(server, ali.token, submissionFields(), bytes);
    expect(answer.status).toBe(422);
  });

  test('with a small file of more pixels than a photo has', async () => {
    const bomb = await picture('png', { width: 20_000, height: 5001 });
    expect(bomb.length).toBeLessThan(limits.photoBytes);
    const { status, body } = await submit(server, ali.token, submissionFields(), bomb);
    expect(status).toBe(422);
    expect(body.errors?.photo).toEqual(['The photo has more than 100 million pixels.']);
  });

  test('with a photo of more than 15 MB, told in advance or not', async () => {
    const bytes = Buffer.concat([await picture(), Buffer.alloc(limits.photoBytes)]);
    const slightly = await submit(server, ali.token, submissionFields(), bytes);
    expect(slightly.status).toBe(413);
    expect(slightly.body.code).toBe('too-large');
    const far = Buffer.concat([bytes, Buffer.alloc(5_000_000)]);
    expect((await submit(server, ali.token, submissionFields(), far)).status).toBe(413);
  });

  test('with a second photo, a file of another name, or a photo sent as text', async () => {
    const bytes = await picture();
    const two = await submit(server, ali.token, submissionFields(), bytes, bytes);
    expect(two.status).toBe(422);
    const other = await submit(server, ali.token, submissionFields(), { bytes, field: 'image' });
    expect(other.status).toBe(422);
    expect(Object.keys(other.body.errors ?? {})).toEqual(['image']);
    const asText = await submit(server, ali.token, submissionFields({ photo: 'data:image/jpeg' }));
    expect(asText.status).toBe(422);
  });

  test('that breaks off in the middle', async () => {
    const { type, bytes } = await multipartOf(submissionFields(), [{ bytes: await picture() }]);
    for (const share of [0.1, 0.8, 0.99]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: calls.submitReport.path,
        payload: bytes.subarray(0, Math.floor(bytes.length * share)),
        headers: { 'content-type': type, authorization: `Bearer ${ali.token}` },
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });

  test('of a user who is blocked or deleted while the photo is on its way', async () => {
    // Both are signed in when the request begins: the session is looked up before the body is read.
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const hina = await server.addSurveyor('hina');
    const omar = await server.addSurveyor('omar');
    const send = async (person: Person, change: () => Promise<unknown>) => {
      const { type, bytes } = await multipartOf(submissionFields(), [{ bytes: await picture() }]);
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, 200));
          await new Promise((resolve) => setTimeout(resolve, 150));
          await change();
          controller.enqueue(bytes.subarray(200));
          controller.close();
        },
      });
      return fetch(`${url}${calls.submitReport.path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, authorization: `Bearer ${person.token}` },
        duplex: 'half',
      } as RequestInit);
    };
    const { token } = server.administrator;
    const blocked = await send(hina, () =>
      server.call(calls.changeUserStatus, { body: { user_id: hina.id, status: false } }, token),
    );
    expect(blocked.status).toBe(403);
    const deleted = await send(omar, () =>
      server.call(calls.deleteUser, { body: { user_id: omar.id } }, token),
    );
    expect(deleted.status).toBe(401);
  });
});

describe('a submission is stored', () => {
  test('with its fields, the surveyor as of now, unit, circle as the list spells it, and an audit entry', async () => {
    const fields = submissionFields({ circle: ' model TOWN ', basement: 'true', Store_front: '' });
    const { status, body } = await submit(server, ali.token, fields);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      submission_id: fields.submission_id,
      resubmission: null,
      was_assigned: true,
      submission_time: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
      photo_sha256: null,
    });
    const row = await stored(body.id);
    expect(row).toMatchObject({
      user_id: ali.id,
      username: 'ali',
      user_name: 'Ali Raza',
      user_phone: '03001234567',
      circle,
      circle_key: 'model town',
      pin: '0001',
      floors_num: 2,
      basement: true,
      store_front: false,
      land_area: 250.5,
      covered_area: null,
      comments: 'سبز دروازہ',
      capture_time: new Date('2026-03-10T09:05:06Z'),
      resubmission: null,
      was_unassigned: false,
      replaced_by: null,
      photo_name: null,
    });
    const unit = await server.database.db
      .selectFrom('units')
      .select('pin')
      .where('id', '=', row.unit_id)
      .executeTakeFirstOrThrow();
    expect(unit.pin).toBe('0001');
    const entry = await server.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'submit-report')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: ali.id,
      actor: 'ali',
      subject: 'Model Town 0001',
      row_count: 1,
      details: { report: body.id, submission_id: fields.submission_id, was_assigned: true },
    });
  });

  test.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
  ] as const)('with a %s photo, byte for byte, whatever the phone calls it', async (format, extension) => {
    const bytes = await picture(format);
    const { status, body } = await submit(server, ali.token, submissionFields(), {
      bytes,
      type: 'text/html',
      fileName: '../../../etc/passwd',
    });
    expect(status).toBe(200);
    const row = await stored(body.id);
    expect(row.photo_name).toMatch(new RegExp(`^[0-9a-f]{2}/[0-9a-f]{32}\\.${extension}$`));
    const kept = await readFile(path.join(server.photoFolder, row.photo_name as string));
    expect(kept.equals(bytes)).toBe(true);
    const sha256 = createHash('sha256').update(bytes).digest();
    expect(row.photo_sha256?.equals(sha256)).toBe(true);
    expect(row.photo_bytes).toBe(bytes.length);
    expect(body.photo_sha256).toBe(sha256.toString('hex'));
  });

  test('with a JPEG that a phone has appended a film to, and with fillers and restarts in it', async () => {
    const film = Buffer.concat([await picture(), Buffer.from('\0\0\0\x18ftypmp42', 'latin1')]);
    expect((await submit(server, ali.token, submissionFields(), film)).status).toBe(200);
    const plain = await picture();
    const filled = Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, 0xff]),
      plain.subarray(2),
    ]);
    expect((await submit(server, ali.token, submissionFields(), filled)).status).toBe(200);
    const progressive = await sharp(plain).jpeg({ progressive: true }).toBuffer();
    expect((await submit(server, ali.token, submissionFields(), progressive)).status).toBe(200);
  });

  test('without a photo where the file input was left empty', async () => {
    const empty = { bytes: Buffer.alloc(0), type: 'application/octet-stream', fileName: '' };
    const { status, body } = await submit(server, ali.token, submissionFields(), empty);
    expect(status).toBe(200);
    expect(body.photo_sha256).toBeNull();
  });
});

describe('the same submission_id', () => {
  test('is answered again with the same body, without a second report or photo', async () => {
    const fields = submissionFields({ pin: '0002' });
    const photo = await picture();
    const first = await submit(server, ali.token, fields, photo);
    const before = { reports: await countReports(), files: (await files()).length };
    const id = fields.submission_id?.toUpperCase() as string;
    const again = await submit(server, ali.token, { ...fields, submission_id: id }, photo);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect({ reports: await countReports(), files: (await files()).length }).toEqual(before);
  });

  test('twenty times at once is one report with one photo and one answer', async () => {
    const fields = submissionFields({ pin: '0003' });
    const photo = await picture();
    const before = { reports: await countReports(), files: (await files()).length };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(server, ali.token, fields, photo)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await countReports()).toBe(before.reports + 1);
    expect((await files()).length).toBe(before.files + 1);
  });

  test('with anything else in it is a conflict that names what differs, and changes nothing', async () => {
    const fields = submissionFields({ pin: '0002' });
    const first = await submit(server, ali.token, fields, await picture());
    const row = await stored(first.body.id);
    const before = { reports: await countReports(), files: (await files()).length };
    const other = { pin: '0003', circle: 'Johar Town', comments: 'second thoughts' };
    const answer = await submit(server, ali.token, { ...fields, ...other });
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('conflict');
    expect(answer.body.message).toContain('differs in: circle, pin, comments, photo.');
    expect(await stored(first.body.id)).toEqual(row);
    expect({ reports: await countReports(), files: (await files()).length }).toEqual(before);
  });

  test('of another user is another report', async () => {
    const fields = submissionFields({ pin: '0002' });
    const nadia = await server.addSurveyor('nadia');
    const first = await submit(server, ali.token, fields);
    const second = await submit(server, nadia.token, fields);
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('does not set a pin USED again that was sent back after the first answer', async () => {
    const fields = submissionFields({ pin: '0002' });
    const first = await submit(server, ali.token, fields);
    const body = { username: 'ali', circle, pin: '0002', status: 0 } as const;
    await server.call(calls.changePinStatus, { body }, server.administrator.token);
    const again = await submit(server, ali.token, fields);
    expect(again.body).toEqual(first.body);
    const list = await server.call(calls.devicePins, { query: {} }, ali.token);
    expect(list.body.pins.find(({ pin }) => pin === '0002')).toMatchObject({
      status: 0,
      sent_back: true,
    });
  });
});

describe('at the same moment', () => {
  test('many reports of one surveyor are all stored', async () => {
    const before = await countReports();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        submit(server, ali.token, submissionFields({ pin: at % 2 ? '0002' : `unlisted ${at}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(answers.map(({ body }) => body.was_assigned)).toEqual(
      Array.from({ length: 16 }, (_, at) => at % 2 === 1),
    );
    expect(await countReports()).toBe(before + 16);
  });

  test('a pin that is sent back while its next report waits for the list is surveyed again by it', async () => {
    const first = await submit(server, ali.token, submissionFields({ pin: '0003' }));
    const { db } = server.database;
    const { answer, ended } = await db.transaction().execute(async (transaction) => {
      const list = sql`update pin_lists set version = version + 1 where user_id = ${ali.id}`;
      await list.execute(transaction);
      const sendBack = sql`update reports set resubmission = 1 where id = ${first.body.id}`;
      await sendBack.execute(transaction);
      let ended = false;
      const answer = submit(server, ali.token, submissionFields({ pin: '0003' }));
      void answer.finally(() => {
        ended = true;
      });
      const waiting = sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await waiting.execute(db)).rows[0]?.count === 1);
      return { answer, ended };
    });
    expect(ended).toBe(false);
    const second = await answer;
    expect([second.status, second.body.resubmission]).toEqual([200, 0]);
    expect((await stored(first.body.id)).replaced_by).toBe(second.body.id);
    expect((await stored(second.body.id)).resubmission).toBe(0);
  });
});

describe('when the disk fails', () => {
  test('the phone is told to come again later, and then succeeds', async () => {
    const photos = server.photoFolder;
    await rename(photos, `${photos}-away`);
    const before = await countReports();
    const fields = submissionFields();
    const photo = await picture();
    const refused = await submit(server, ali.token, fields, photo);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(await countReports()).toBe(before);
    await rename(`${photos}-away`, photos);
    expect((await submit(server, ali.token, fields, photo)).status).toBe(200);
  });
});

describe('when the database fails', () => {
  test('no photo stays, the answer is no yes, and the phone can try again', async () => {
    const { db } = server.database;
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'disk full' using errcode = '53100'; end $$`.execute(db);
    await sql`create trigger fail before insert on audit_entries execute function fail()`.execute(
      db,
    );
    const before = { reports: await countReports(), files: (await files()).length };
    const fields = submissionFields({ submission_id: randomUUID() });
    const photo = await picture();
    const refused = await submit(server, ali.token, fields, photo);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect({ reports: await countReports(), files: (await files()).length }).toEqual(before);
    await sql`drop trigger fail on audit_entries`.execute(db);
    expect((await submit(server, ali.token, fields, photo)).status).toBe(200);
    expect((await files()).length).toBe(before.files + 1);
  });
});
