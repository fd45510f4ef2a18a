// Disks that are full, read-only or missing: answers are 503 with Retry-After, nothing crashes, and the server
// recovers by itself.
import { rename, rm } from 'node:fs/promises';
import { type Call, calls, roles } from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { openFolderStore } from '../plugins/photo-store-folder.ts';
import { onDisk } from '../plugins/photo-store-unavailable.ts';
import {
  administrator,
  canMount,
  type FaultyDiskServer,
  startFaultyDiskServer,
} from '../testing/faulty-disk-server.ts';
import { multipartOf, picture, submissionFields, submit } from '../testing/submissions.ts';
import { startTestServer } from '../testing/test-server.ts';

const surveyor = { username: 'ali', password: 'disks-of-ali-2026' };

/** These need mounts; where mounts are not allowed, the last test of this file runs instead. */
const withDisks = canMount();
const told = 'Nothing can be mounted here: only what a disk says was tried, not the disk.';

test('a disk that is too small for the database stops the first start with one line', async ({
  annotate,
}) => {
  if (!withDisks) return void (await annotate(told));
  const said = await startFaultyDiskServer({ data: 16, photos: 4 }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(said.trim().split('\n')).toEqual([
    'The server ended with 1:',
    expect.stringMatching(/^DATA_DIR, or the disk of the database, has no room left: .+$/),
  ]);
}, 60_000);

describe('a server whose disks are small', () => {
  let server: FaultyDiskServer;
  let admin: string;
  let phone: string;

  const send = async (call: Call, body: unknown, token = '') => {
    const answer = await fetch(server.url + call.path, {
      method: call.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text), headers: answer.headers };
  };
  const submitPhoto = async (fields: Record<string, string>, photo?: Buffer) => {
    const { type, bytes } = await multipartOf(fields, photo ? [{ bytes: photo }] : []);
    const answer = await fetch(server.url + calls.submitReport.path, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${phone}` },
      body: new Uint8Array(bytes),
    });
    const body = (await answer.json()) as { id?: number; code?: string };
    return { status: answer.status, body, headers: answer.headers };
  };
  const expectUnavailable = ({
    status,
    body,
    headers,
  }: Awaited<ReturnType<typeof submitPhoto>>) => {
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };

  beforeAll(async () => {
    if (!withDisks) return;
    server = await startFaultyDiskServer();
    admin = (await send(calls.login, administrator)).body.token;
    const user = {
      ...surveyor,
      name: 'Ali',
      email: 'ali@example.org',
      phonenumber: '03001234567',
      designation: 'Surveyor',
      cnic: '35202-1234567-1',
    };
    expect((await send(calls.mobileSignup, user, admin)).status).toBe(200);
    const { username: login, password } = surveyor;
    const signedIn = await send(calls.deviceSignIn, { login, password });
    expect(signedIn.body.user.role_id).toBe(roles.mobileUser);
    phone = signedIn.body.token;
  });
  afterAll(() => server?.close());

  test('says so while the disk of the photos is full, and takes the same submission when there is room', async ({
    annotate,
  }) => {
    if (!withDisks) return void (await annotate(told));
    const fields = submissionFields({ pin: 'full' });
    const photo = await picture('png', { width: 200, height: 200 });
    await server.fill('photos');
    expectUnavailable(await submitPhoto(fields, photo));
    expectUnavailable(await submitPhoto(fields, photo));
    await server.empty('photos');
    const stored = await submitPhoto(fields, photo);
    expect(stored.status).toBe(200);
    expect((await submitPhoto(fields, photo)).body.id).toBe(stored.body.id);
  });

  test('says so while the disk of the photos is read-only', async ({ annotate }) => {
    if (!withDisks) return void (await annotate(told));
    const fields = submissionFields({ pin: 'read-only' });
    const photo = await picture();
    server.remount('photos', 'ro');
    expectUnavailable(await submitPhoto(fields, photo));
    server.remount('photos', 'rw');
    expect((await submitPhoto(fields, photo)).status).toBe(200);
  });

  test('and whose database has no room left says so, and comes back by itself', async ({
    annotate,
  }) => {
    if (!withDisks) return void (await annotate(told));
    await server.fill('data');
    /** Enough rows that the database needs a new page and a new WAL segment. */
    const records = Array.from({ length: 60_000 }, (_, index) => ({
      Circle: 'Full Town',
      Pin: `F-${index}`,
      OwnerName: `Owner ${index} ${'x'.repeat(200)}`,
    }));
    const refused = await send(calls.storeRecords, { records }, admin);
    expectUnavailable(refused);
    await server.empty('data');
    await expect
      .poll(async () => (await fetch(`${server.url}/health/ready`)).status, { timeout: 20_000 })
      .toBe(200);
    // Nothing of the sheet was stored, and the same sheet is accepted now.
    const few = records.slice(0, 100);
    await expect
      .poll(async () => (await send(calls.storeRecords, { records: few }, admin)).body.stored, {
        timeout: 20_000,
      })
      .toBe(100);
    expect((await submitPhoto(submissionFields({ pin: 'after' }), await picture())).status).toBe(
      200,
    );
    expect(server.process.exitCode).toBeNull();
  });
});

test('photos whose folder is gone are a 503, going in and coming out, until it is back', async () => {
  const server = await startTestServer();
  try {
    const ali = await server.addSurveyor('ali');
    const kept = await submit(server, ali.token, submissionFields(), await picture());
    expect(kept.status).toBe(200);
    const { photo_name } = await server.database.db
      .selectFrom('reports')
      .select('photo_name')
      .executeTakeFirstOrThrow();
    const open = () =>
      server.call(
        calls.photo,
        { params: { '*': photo_name as string }, query: {} },
        server.administrator.token,
      );
    await rename(server.photoFolder, `${server.photoFolder}.away`);
    const fields = submissionFields({ pin: '0002' });
    const photo = await picture();
    const refused = await submit(server, ali.token, fields, photo);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
    const shown = await open();
    expect([shown.status, shown.headers['retry-after']]).toEqual([503, '30']);
    // Calls that need no photo work.
    const without = await submit(server, ali.token, submissionFields({ pin: '0003' }));
    expect(without.status).toBe(200);
    await rename(`${server.photoFolder}.away`, server.photoFolder);
    expect((await submit(server, ali.token, fields, photo)).status).toBe(200);
    expect((await open()).status).toBe(200);
  } finally {
    await rm(`${server.photoFolder}.away`, { recursive: true, force: true });
    await server.close();
  }
});

test('whatever the disk of the photos says is a 503 with the time to come back, and then it goes on', async () => {
  const server = await startTestServer();
  const store = await openFolderStore(server.photoFolder);
  let says: string | undefined;
  const failing = async (): Promise<never> =>
    onDisk(async () => {
      throw Object.assign(new Error(`${says}: of the disk`), { code: says });
    });
  const app = await buildApp(server.config, server.database, {
    ...store,
    keep: (staged, name) => (says ? failing() : store.keep(staged, name)),
  });
  try {
    const ali = await server.addSurveyor('ali');
    const photo = await picture();
    for (const code of ['ENOSPC', 'EROFS', 'EDQUOT', 'EIO', 'EFBIG', 'ENODEV']) {
      const fields = submissionFields({ pin: code });
      says = code;
      const refused = await submit({ app }, ali.token, fields, photo);
      expect([code, refused.status, refused.headers['retry-after']]).toEqual([code, 503, '30']);
      says = undefined;
      expect([code, (await submit({ app }, ali.token, fields, photo)).status]).toEqual([code, 200]);
    }
  } finally {
    await app.close();
    await server.close();
  }
});
