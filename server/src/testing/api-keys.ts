// API keys for tests.
import type { ApiScope } from '@survey/contract';
import { storeApiKey } from '../plugins/api-keys.ts';
import type { TestServer } from './test-server.ts';

/** A new key of the administrator; of all circles unless some are named. */
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

/** As Excel and Power BI send it. */
export const asBasic = (key: string, login = ''): string =>
  `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`;
