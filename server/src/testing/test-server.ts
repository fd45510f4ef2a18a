// The application on a database and photo folder of its own, with an administrator.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Call, type ClientInput, callPath, type ReplyOf, roles } from '@survey/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { hashPassword } from '../plugins/passwords.ts';
import type { PhotoStore } from '../plugins/photo-store.ts';
import { openFolderStore } from '../plugins/photo-store-folder.ts';
import { openSession } from '../plugins/sessions.ts';
import { cloneDatabase, type TestDatabase, testTimeZone } from './test-database.ts';

/** Everybody's password in tests. */
export const testPassword = 'secret-of-tests';

export interface Person {
  id: number;
  username: string;
  name: string;
  email: string;
  token: string;
}

/** The answer of a call, its body parsed. */
export interface Answered<C extends Call> {
  status: number;
  body: ReplyOf<C> & { message?: string; code?: string; errors?: Record<string, string[]> };
  text: string;
  headers: LightMyRequestResponse['headers'];
}

export interface TestServer {
  app: FastifyInstance;
  database: TestDatabase;
  config: Config;
  photoFolder: string;
  /** Makes a call of the table. `token` undefined: without one. */
  call<C extends Call>(call: C, input: ClientInput<C>, token?: string): Promise<Answered<C>>;
  /** An administrator (Amina) who is signed in. */
  administrator: Person;
  /** Adds a signed-in mobile user. */
  addSurveyor(
    username: string,
    overrides?: { name?: string; is_active?: boolean },
  ): Promise<Person>;
  close(): Promise<void>;
}

// One hash for all people: hashing takes a tenth of a second each.
const sharedHash = hashPassword(testPassword);

const queryString = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

/** Starts the application for one test file; `close` in afterAll. Photos go into a folder if nothing else is said. */
export const startTestServer = async (
  settings: NodeJS.ProcessEnv = {},
  openStore: (folder: string) => Promise<PhotoStore> = openFolderStore,
): Promise<TestServer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-photos-'));
  const database = await cloneDatabase(inject('serverUrl'), inject('template'));
  const given = readConfig({
    LOG_LEVEL: 'silent',
    // Other tests keep the machine busy: that must not count as overload.
    OVERLOAD_DELAY_MS: '0',
    ...settings,
  });
  const config = { ...given, TIME_ZONE: testTimeZone };
  const photoFolder = path.join(folder, 'photos');
  const app = await buildApp(config, database, await openStore(photoFolder));
  await app.ready();

  const addPerson = async (person: {
    role_id: number;
    username: string;
    name: string;
    is_active: boolean;
  }): Promise<Person> => {
    const email = `${person.username}@example.org`;
    const { id } = await database.db
      .insertInto('users')
      .values({
        ...person,
        is_active: true,
        email,
        phonenumber: '03001234567',
        cnic: randomUUID(),
        designation: person.role_id === roles.mobileUser ? 'Surveyor' : null,
        password_hash: await sharedHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await openSession(database.db, { id, password_hash: await sharedHash });
    if (!token) throw new Error('the person is gone');
    // A blocked user's session may still exist, and must be refused.
    await database.db
      .updateTable('users')
      .set({ is_active: person.is_active })
      .where('id', '=', id)
      .execute();
    return { id, username: person.username, name: person.name, email, token };
  };

  return {
    app,
    database,
    config,
    photoFolder,
    administrator: await addPerson({
      role_id: roles.administrator,
      username: 'amina',
      name: 'Amina Admin',
      is_active: true,
    }),
    addSurveyor: (username, overrides = {}) =>
      addPerson({
        role_id: roles.mobileUser,
        username,
        name: overrides.name ?? `Surveyor ${username}`,
        is_active: overrides.is_active ?? true,
      }),
    call: async (call, input, token) => {
      const { params, query, body } = input as {
        params?: Record<string, unknown>;
        query?: unknown;
        body?: unknown;
      };
      const answer = await app.inject({
        method: call.method,
        url: callPath(call, params),
        // Not by `requestPath`: empty values are sent too, as other clients do.
        query: queryString(query),
        ...(body !== undefined && { payload: body as object }),
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        body: (isJson ? answer.json() : answer.body) as never,
        text: answer.body,
        headers: answer.headers,
      };
    },
    close: async () => {
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
