// docs/phones.md is true: its curl lines are run, and the answers have the fields that it shows.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { calls, errorStatus } from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, examplesOf, runCurl } from '../../testing/curl-lines.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';

const document = await readFile(
  path.resolve(import.meta.dirname, '../../../../docs/phones.md'),
  'utf8',
);
const examples = examplesOf(document);

const server = setUpTestServer();
let folder: string;
const variables: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-phone-'));
  await writeFile(path.join(folder, 'house.jpg'), await picture());
  const { token } = server.administrator;
  await addParcels(server, 'Model Town', ['0001234']);
  const body = {
    username: 'ali.raza',
    name: 'Ali Raza',
    email: 'ali.raza@example.org',
    password: 'field-2026',
    cnic: '35202-1234567-1',
    phonenumber: '03001234567',
    designation: 'Surveyor',
    status: true,
  } as const;
  await server.call(calls.mobileSignup, { body }, token);
  const assigned = { username: 'ali.raza', circle: 'Model Town' };
  await server.call(calls.storeCirclePins, { body: assigned }, token);
  variables.SERVER = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The shape of a value: its fields and their types, without contents. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
};

const run = async ({ line, answer }: Example): Promise<Record<string, unknown>> => {
  const response = await runCurl(line, variables, folder);
  const body = (await response.json()) as Record<string, unknown>;
  expect([line, response.status, body]).toEqual([line, 200, expect.anything()]);
  expect([line, shapeOf(body)]).toEqual([line, shapeOf(answer)]);
  return body;
};

const example = (part: string): Example => {
  const found = examples.filter(({ line }) => line.includes(part));
  expect(found.length).toBeGreaterThan(0);
  return found[0] as Example;
};

describe('docs/phones.md', () => {
  test('has a line for each thing a phone does, and no other', () => {
    expect(examples.length).toBe(5);
  });

  test('its lines run, one after the other, and answer what it shows', async () => {
    variables.TOKEN = String((await run(example('/sign-in'))).token);
    const list = await run(example('/device/pins -H'));
    expect(list.is_whole).toBe(true);
    variables.CURSOR = String(list.cursor);
    const since = await run(example('?cursor='));
    expect(since).toMatchObject({ pins: [], is_whole: false });
    const stored = await run(example('/device/reports'));
    expect(stored).toMatchObject({ was_assigned: true, resubmission: null });
    expect(await run(example('/device/reports'))).toEqual(stored);
    await run(example('/logout'));
    const after = await runCurl(example('?cursor=').line, variables, folder);
    expect(after.status).toBe(401);
  });

  test('its error is the one that the server answers', async () => {
    const shown = [...document.matchAll(/```json\n([\s\S]*?)```/g)].at(-1)?.[1];
    const { token } = await server.addSurveyor('sana');
    const { status, body } = await submit(server, token, submissionFields({ land_area: '-1' }));
    expect(status).toBe(422);
    expect({ ...body, request_id: '' }).toEqual({ ...JSON.parse(shown ?? ''), request_id: '' });
  });

  test('its codes and statuses are those of the contract', () => {
    const rows = [...document.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)];
    expect(rows.length).toBeGreaterThan(8);
    const told = rows.flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => [code, Number(status)]),
    );
    for (const [code, status] of told) {
      expect([code, errorStatus[code as keyof typeof errorStatus]]).toEqual([code, status]);
    }
    const ofCalls = [calls.deviceSignIn, calls.devicePins, calls.submitReport];
    const codes = new Set(told.map(([code]) => code));
    for (const code of ofCalls.flatMap((call) => [...call.errors])) expect(codes).toContain(code);
  });

  test('its limits and fields are those of the contract', () => {
    const fields = Object.keys(calls.submitReport.input.multipart.shape);
    for (const field of [...fields, 'photo']) expect(document).toContain(`\`${field}\``);
    expect(document).toContain('15 728 640 bytes');
  });
});
