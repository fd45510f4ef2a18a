import type { ApiScope } from '@survey/contract';
import { storeApiKey } from '../plugins/api-keys.ts';
import type { TestServer } from './test-server.ts';

/** Adds a key of the administrator and returns it; for all circles unless some are named. */
export const addTestKey = async (
  server: Pick<TestServer, 'database' | 'administrator'>,
  scopes: ApiScope[],
  circles: string[] | null = null,
): Promise<{ id: number; key: string }> =>
  server.database.db
    .transaction()
    .execute((db) =>
      storeApiKey(db, server.administrator.id, { name: 'Test', scopes, circles, days: 90 }),
    );

/** The header by which Excel and Power BI send a key. */
export const asBasic = (key: string, login = ''): string =>
  `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`;
