// The real process at its most verbose log level: secrets pass through it and never reach its output.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { calls } from '@survey/contract';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compiledServer } from '../testing/compiled-server.ts';
import { cloneDatabase, type TestDatabase } from '../testing/test-database.ts';

const administrator = { email: 'admin@example.org', password: 'Zebra-quartz-71-first' };
const root = path.resolve(import.meta.dirname, '../../..');

let folder: string;
let database: TestDatabase;
let child: ChildProcess;
let output = '';
let url = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-logs-'));
  database = await cloneDatabase(inject('serverUrl'), inject('template'));
  child = spawn(process.execPath, compiledServer, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'debug',
      OVERLOAD_DELAY_MS: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
  });
  url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, found] = /ready at (http\S+)/.exec(output) ?? [];
        if (found) resolve(found.replace(/"$/, ''));
      });
    }
    child.once('exit', () => reject(new Error(output)));
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const post = async (at: string, body: unknown, token?: string) => {
  const answer = await fetch(url + at, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  return (await answer.json()) as Record<string, string> & { recovery_codes: string[] };
};

test('no password, token, code, secret or signature is in the log of a day', {
  timeout: 60_000,
}, async () => {
  const secrets: string[] = [administrator.password];
  const keep = (secret: string | undefined): string => {
    expect(secret).toBeTruthy();
    secrets.push(secret ?? '');
    return secret ?? '';
  };
  const login = (body: object) => post('/api/login', body);

  await login({ ...administrator, password: keep('Zebra-quartz-72-wrong') });
  // A password typed into the field of the email, and one in a body that is not JSON.
  await login({ email: keep('Zebra-quartz-73-misplaced'), password: 'x' });
  await post(
    '/api/login',
    `{"email":"a@example.org","password":"${keep('Zebra-quartz-74-broken')}"`,
  );
  await post('/api/login', `password=${keep('Zebra-quartz-75-form')}`);
  const first = keep((await login(administrator)).token);

  const changed = keep('Zebra-quartz-76-changed');
  const token = keep(
    (
      await post(
        calls.changeOwnPassword.path,
        { current_password: administrator.password, new_password: changed },
        first,
      )
    ).token,
  );

  const started = await post(calls.startSecondFactor.path, { password: changed }, token);
  const app = URI.parse(keep(started.uri)) as TOTP;
  keep(started.secret);
  const code = app.generate();
  const { recovery_codes } = await post(calls.confirmSecondFactor.path, { code }, token);
  expect(recovery_codes).toHaveLength(10);
  recovery_codes.map(keep);
  const wrongCode = keep('zebr-aqua-rtzc-ode7');
  await login({ email: administrator.email, password: changed, code: wrongCode });
  keep(
    (await login({ email: administrator.email, password: changed, code: recovery_codes[0] })).token,
  );

  const surveyor = {
    username: 'ali.raza',
    name: 'Ali Raza',
    email: 'ali@example.org',
    phonenumber: '03001234567',
    designation: 'Surveyor',
    password: keep('Zebra-quartz-77-surveyor'),
    cnic: '35202-1234567-1',
  };
  await post(calls.mobileSignup.path, surveyor, token);
  const { users } = (await (
    await fetch(url + calls.mobileUsers.path, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { users: { id: number }[] };
  const reset = keep('Zebra-quartz-78-reset');
  await post(calls.resetUserPassword.path, { user_id: users[0]?.id, password: reset }, token);
  const phone = keep(
    (await post(calls.deviceSignIn.path, { login: 'ali.raza', password: reset })).token,
  );
  await post(calls.deleteUser.path, { user_id: users[0]?.id }, phone);

  const signature = keep('c2lnbmF0dXJlLW9mLXBob3Rv');
  await fetch(`${url}/storage/0f/0f1e.jpg?day=20260310&signature=${signature}`);
  await fetch(`${url}/api/nothing?token=${keep('dG9rZW4taW4tdGhlLXBhdGg')}`);
  await fetch(`${url}/api/mobileusers`, {
    headers: { cookie: `session=${keep('Y29va2llLXZhbHVl')}` },
  });
  await post('/logout', {}, token);

  // The log lines of a request are written before the next request is answered.
  await fetch(`${url}/health/live`);
  expect(output.split('\n').length).toBeGreaterThan(20);
  expect(output).toContain('/api/login');
  const found = secrets.filter((secret) => output.includes(secret));
  expect(found).toEqual([]);

  // Who was refused what, and from where, is in it.
  const refused = output
    .split('\n')
    .filter((line) => line.includes('"msg":"refused"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const codes = refused.map(({ code }) => code);
  expect(codes).toEqual(
    expect.arrayContaining([
      'wrong-credentials',
      'malformed-request',
      'second-factor-wrong',
      'unauthenticated',
      'access-not-allowed',
      'link-not-valid',
    ]),
  );
  for (const line of refused)
    expect(line).toMatchObject({ reqId: expect.any(String), address: '127.0.0.1' });
  expect(refused.find(({ code }) => code === 'access-not-allowed')?.user).toBe(users[0]?.id);

  // The database has no secret in plain text either.
  const { rows } = await database.longReads.query<{ text: string }>(`
    select audit_entries::text as text from audit_entries union all
    select users::text from users union all
    select sessions::text from sessions union all
    select sign_in_failures::text from sign_in_failures union all
    select second_factors::text from second_factors union all
    select recovery_codes::text from recovery_codes`);
  const kept = rows.map(({ text }) => text).join('\n');
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const inDatabase = secrets.filter((secret) =>
    [secret, secret.toLowerCase(), hex(secret)].some((written) => kept.includes(written)),
  );
  expect(inDatabase).toEqual([]);
});
