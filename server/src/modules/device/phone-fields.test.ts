// Fields of a visit that phones may send beside those of spec 3: stored, compared on a retry, never required.
import { randomUUID } from 'node:crypto';
import { calls, deviceTimeHeader } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import {
  circle,
  type Fields,
  multipartOf,
  submissionFields,
  submit,
} from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
beforeAll(async () => {
  await addParcels(server, circle, ['0001']);
  ali = await server.addSurveyor('ali');
});

const told: Fields = {
  accuracy: '4.25',
  location_time: '2026-03-10T14:04:50+05:00',
  place_reason: 'I could not stand at the house',
  started_at: '2026-03-10T13:58:00+05:00',
  outcome: 'not_found',
  answer: ' دروازہ سبز ہے ',
  app: 'odk-collect',
  app_version: 'v2026.3.1',
  device_id: 'phone-17',
};

const stored = (id: number) =>
  server.database.db
    .selectFrom('reports')
    .select(['accuracy', 'location_time', 'place_reason', 'started_at', 'outcome', 'answer'])
    .select(['app', 'app_version', 'device_id', 'device_time'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('a submission is refused', () => {
  test.each([
    ['accuracy', '-1'],
    ['accuracy', 'good'],
    ['location_time', '10/03/2026'],
    ['started_at', '1999-12-31T00:00:00Z'],
    ['place_reason', 'x'.repeat(201)],
    ['outcome', 'nobody there'],
    ['answer', 'x'.repeat(1001)],
    ['app', 'x'.repeat(101)],
    ['app_version', 'x'.repeat(101)],
    ['device_id', 'x'.repeat(201)],
  ])('with a wrong %s (%#)', async (field, value) => {
    const { status, body } = await submit(server, ali.token, submissionFields({ [field]: value }));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('a submission is stored', () => {
  test('without any of the fields, and with all of them empty', async () => {
    const empty = Object.fromEntries(Object.keys(told).map((name) => [name, '']));
    for (const fields of [submissionFields(), submissionFields(empty)]) {
      const { status, body } = await submit(server, ali.token, fields);
      expect(status).toBe(200);
      expect(new Set(Object.values(await stored(body.id)))).toEqual(new Set([null]));
    }
  });

  test('with all of them', async () => {
    const { body } = await submit(server, ali.token, submissionFields(told));
    expect(await stored(body.id)).toEqual({
      accuracy: 4.25,
      location_time: new Date('2026-03-10T09:04:50Z'),
      place_reason: 'I could not stand at the house',
      started_at: new Date('2026-03-10T08:58:00Z'),
      outcome: 'not_found',
      answer: 'دروازہ سبز ہے',
      app: 'odk-collect',
      app_version: 'v2026.3.1',
      device_id: 'phone-17',
      device_time: null,
    });
  });
});

describe('a repeated submission', () => {
  test.each(Object.keys(told))('with another %s is a conflict', async (field) => {
    const fields = submissionFields(told);
    await submit(server, ali.token, fields);
    expect((await submit(server, ali.token, fields)).status).toBe(200);
    const { status, body } = await submit(server, ali.token, { ...fields, [field]: '' });
    expect([status, body.message]).toEqual([409, expect.stringContaining(`differs in: ${field}.`)]);
  });

  test('at another time of the phone is the same: the first clock stays, and one that is no time is none', async () => {
    const submitAt = async (fields: Fields, clock: string) => {
      const { type, bytes } = await multipartOf(fields, []);
      const answer = await server.app.inject({
        method: 'POST',
        url: calls.submitReport.path,
        payload: bytes,
        headers: {
          'content-type': type,
          authorization: `Bearer ${ali.token}`,
          [deviceTimeHeader]: clock,
        },
      });
      return { status: answer.statusCode, id: answer.json().id as number };
    };
    const fields = submissionFields({ submission_id: randomUUID() });
    const first = await submitAt(fields, '2026-03-10T14:06:00+05:00');
    const again = await submitAt(fields, '2026-03-10T14:09:00+05:00');
    expect([first.status, again]).toEqual([200, first]);
    expect((await stored(first.id)).device_time).toEqual(new Date('2026-03-10T09:06:00Z'));
    const broken = await submitAt(submissionFields(), 'half past two');
    expect([broken.status, (await stored(broken.id)).device_time]).toEqual([200, null]);
  });
});
