// Once for each run: compiles the programs that tests start, and starts PostgreSQL with a migrated template database,
// which every test file clones.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { embeddedRole } from '../database/embedded-address.ts';
import { migrate } from '../database/migrate.ts';
import { compile } from './compiled-server.ts';
import { dropDatabase, onServer, testTimeZone } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

/** Starts PostgreSQL, unless TEST_DATABASE_URL names one, and makes the template. */
export default async function setup(project: TestProject) {
  compile();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-test-'));
  const given = process.env.TEST_DATABASE_URL;
  // No data outlives the run, so writes need not reach the disk.
  const embedded = given
    ? undefined
    : await startEmbeddedDatabase(folder, {
        settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
        // Each file has a database of its own.
        // Dropping a database with force ends an autovacuum worker in it too.
        rights: [
          `alter role ${embeddedRole} createdb`,
          `grant pg_signal_autovacuum_worker to ${embeddedRole}`,
        ],
      });
  const serverUrl = given ?? (embedded?.url as string);
  const template = `template_${process.pid}`;
  await onServer(serverUrl, `create database ${template}`);
  const url = new URL(serverUrl);
  url.pathname = template;
  const database = openDatabase({ url: url.href, connections: 2, timeZone: testTimeZone });
  await migrate(database.db);
  await database.close();
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  return async () => {
    if (given) await dropDatabase(serverUrl, template);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
