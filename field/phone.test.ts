// Phones on an unreliable line: a real HTTP server on loopback that drops, refuses and delays.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deviceTimeHeader, readDeviceTime, submission } from '@survey/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from './api.ts';
import { drawHouse } from './drawn-house.ts';
import { type NewSubmission, Phone, submissionForm } from './phone.ts';

const id = '0b8d5c9e-52a4-4d5b-9a55-6f2f3b1f7d10';
const report: NewSubmission = {
  circle: 'Eminabad, Old City',
  pin: '0000353',
  info: 'Rented',
  floors_num: 2,
  basement: false,
  Store_front: true,
  land_area: 1125,
  covered_area: 1890.5,
  land: 'Mixed Use',
  other: '',
  comments: 'کونے کا پلاٹ',
  latitude: null,
  longitude: null,
  capture_time: '2026-11-20T10:00:00+05:00',
  accuracy: 4.5,
  location_time: '2026-11-20T09:59:40+05:00',
  started_at: null,
  place_reason: null,
  outcome: 'surveyed',
  answer: 'Photo taken from the gate',
  app: 'survey-field',
  app_version: '1.0',
  device_id: 'phone-1',
};
const patience = { tries: 4, firstPauseMs: 5, longestPauseMs: 40 };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server | undefined;

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  };
const refuse = (status: number, code: string, headers?: Record<string, string>) =>
  reply(status, { message: code, error: code, code }, headers);
const hangUp: Answer = (request) => request.socket.destroy();
const receipt = reply(201, {
  id: 7,
  submission_id: id,
  resubmission: null,
  was_assigned: true,
  submission_time: '20/11/2026 10:00:01',
  photo_sha256: null,
});
const signedIn = reply(200, {
  token: 'secret',
  user: { id: 2, role_id: 2, name: 'Ali Raza', username: 'ali.raza', email: 'a@survey.example' },
});

/** A phone on a line whose submissions meet these answers, one after the other. */
const phoneMeeting = async (...answers: Answer[]) => {
  const bodies: string[] = [];
  const clocks: string[] = [];
  const line = createServer((request, response) => {
    if (request.url === '/api/device/sign-in') return signedIn(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('latin1'));
      clocks.push(String(request.headers[deviceTimeHeader]));
    });
    return (answers.shift() ?? hangUp)(request, response);
  });
  server = line;
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  const failures: unknown[] = [];
  const phone = await Phone.signIn({ baseUrl, timeoutMs: 5000 }, 'ali.raza', 'field-2026', {
    patience,
    onRetry: (error) => failures.push(error),
  });
  return { phone, failures, bodies, clocks };
};

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

describe('a phone that submits', () => {
  it('does not repeat what the server refuses for good', async () => {
    const { phone, failures } = await phoneMeeting(refuse(422, 'invalid-input'), receipt);
    await expect(phone.submit(id, report, null)).rejects.toMatchObject({
      status: 422,
      code: 'invalid-input',
    });
    expect(failures).toHaveLength(0);
  });

  it('does not repeat a call that the server does not have', async () => {
    const { phone } = await phoneMeeting(refuse(501, 'not-found'), receipt);
    await expect(phone.submit(id, report, null)).rejects.toBeInstanceOf(CallError);
  });

  it('tries again after a broken line, 503 and 429, with the same id', async () => {
    const { phone, failures, bodies, clocks } = await phoneMeeting(
      hangUp,
      refuse(503, 'unavailable'),
      refuse(429, 'too-many-attempts', { 'retry-after': '0' }),
      receipt,
    );
    expect((await phone.submit(id, report, null)).id).toBe(7);
    expect(failures).toHaveLength(3);
    expect(bodies.at(-1)).toContain(id);
    // The clock of each try goes beside the form, which must stay the same.
    expect(clocks.map(readDeviceTime)).toEqual(clocks);
    expect(new Set(clocks).size).toBeGreaterThan(1);
  });

  it('gives up when its patience ends and says why', async () => {
    const { phone, failures } = await phoneMeeting(
      ...Array.from({ length: 9 }, () => refuse(503, 'unavailable')),
    );
    await expect(phone.submit(id, report, null)).rejects.toMatchObject({ status: 503 });
    expect(failures).toHaveLength(patience.tries - 1);
  });

  it('waits no longer than its patience, whatever Retry-After asks', async () => {
    const { phone } = await phoneMeeting(
      refuse(429, 'too-many-attempts', { 'retry-after': '3600' }),
      receipt,
    );
    expect((await phone.submit(id, report, null)).was_assigned).toBe(true);
  });
});

describe('a phone that reads its receipt', () => {
  it('does not take another photo for its own', async () => {
    const { phone } = await phoneMeeting(receipt);
    await expect(phone.submit(id, report, Buffer.from('a photo'))).rejects.toThrow('differs');
  });
});

describe('the form of a submission', () => {
  it('comes out of the contract as it went in', () => {
    const fields = Object.fromEntries(
      [...submissionForm(id, report, null)].filter(([name]) => name !== 'photo'),
    );
    const { capture_time, ...read } = submission.parse(fields);
    expect({ ...read, capture_time }).toEqual({ submission_id: id, ...report });
  });

  it('carries the photo as a JPEG file', async () => {
    const photo = await drawHouse({
      seed: 'form',
      pin: report.pin,
      land: 'Mixed Use',
      floors: 2,
      hasStoreFront: true,
      hour: 10,
      isPortrait: false,
    });
    const file = submissionForm(id, report, photo).get('photo') as File;
    expect(file.type).toBe('image/jpeg');
    expect(file.size).toBe(photo.length);
  });
});
