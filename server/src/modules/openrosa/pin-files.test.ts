// The file of PINs as a phone fetches it: first its hash in the manifest, then the file.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { calls } from '@survey/contract';
import { beforeAll, expect, test } from 'vitest';
import { collectHeaders, setUpPhone } from '../../testing/collect-phone.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { circle, picture, submissionFields, submit } from '../../testing/submissions.ts';
import { form } from './xform.ts';

const server = setUpTestServer();
let phone: string;

beforeAll(async () => {
  await addParcels(server, circle, ['0001', '0002', '0003']);
  const ali = await server.addSurveyor('ali');
  const body = { username: 'ali', circle };
  await server.call(calls.storeCirclePins, { body }, server.administrator.token);
  phone = await setUpPhone(server, ali);
});

const get = (path: string, more: Record<string, string> = {}) =>
  server.app.inject({
    url: `/openrosa${path}`,
    headers: { ...collectHeaders(phone), host: 'survey.example.org', ...more },
  });

const hashes = async (): Promise<string[]> => {
  const { body } = await get(`/manifests/${form.id}.xml`);
  return [...body.matchAll(/<hash>md5:([0-9a-f]{32})<\/hash>/g)].map(([, md5]) => md5 as string);
};

const md5 = (file: Buffer | string) => createHash('md5').update(file).digest('hex');

/** Downloads the file with gzip and without; returns both as plain bytes. */
const download = async (): Promise<[Buffer, Buffer]> => {
  const zipped = await get('/lists/pins.csv', { 'accept-encoding': 'gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  const plain = await get('/lists/pins.csv', { 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  return [gunzipSync(zipped.rawPayload), plain.rawPayload];
};

test('the file has the hash of the manifest, with and without gzip', async () => {
  const known = await hashes();
  const [zipped, plain] = await download();
  expect(zipped.equals(plain)).toBe(true);
  expect(known).toContain(md5(plain));
  expect(plain.toString().split('\n')).toHaveLength(1 + 3 + 1);
});

test('a list that changed since its hash was told is another file', async () => {
  const before = await hashes();
  const body = { username: 'ali', circle, pin: '0002', status: 1 } as const;
  await server.call(calls.changePinStatus, { body }, server.administrator.token);
  const [zipped, plain] = await download();
  expect(zipped.equals(plain)).toBe(true);
  expect(before).not.toContain(md5(plain));
  expect(plain.toString()).not.toContain('"0002"');
  expect(await hashes()).toContain(md5(plain));
});

test('forty phones that ask for a new hash at the same time get one and the same', async () => {
  const body = { username: 'ali', circle, pin: '0002', status: 0 } as const;
  await server.call(calls.changePinStatus, { body }, server.administrator.token);
  const answers = await Promise.all(Array.from({ length: 40 }, hashes));
  expect(new Set(answers.map((answer) => answer.join())).size).toBe(1);
});

test('a PIN that somebody else has surveyed leaves the file', async () => {
  const sana = await server.addSurveyor('sana');
  const body = { username: 'sana', circle };
  await server.call(calls.storeCirclePins, { body }, server.administrator.token);
  const before = await hashes();
  const { status } = await submit(
    server,
    sana.token,
    submissionFields({ pin: '0003' }),
    await picture(),
  );
  expect(status).toBe(200);
  expect(await hashes()).not.toEqual(before);
  const [, plain] = await download();
  expect(plain.toString()).not.toContain('"0003"');
});
