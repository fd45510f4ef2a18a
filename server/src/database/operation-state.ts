// What the database says of the operation before it is opened: whether it was used, and its time zone.
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { poolerProblem } from '../database-address.ts';

interface OperationState {
  /** Whether a server has used the database. */
  isThere: boolean;
  /** The time zone in which days are counted; undefined where none is stored yet. */
  zone: string | undefined;
  /** Whether reports were counted by these days. Without reports, the operation may change its zone. */
  hasReports: boolean;
}

/** Names of the table since and before migration 0013. */
const zoneTables = ['rollup_state', 'kept_state'];

const answerMs = 10_000;

/**
 * Reads the state from the tables of any version.
 * @throws the database's error where it cannot be reached; ConfigError where a pooler drops settings of the session
 */
export const operationState = async (url: string): Promise<OperationState> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    // Like the settings that every session of the server sends, which a pooler may drop.
    options: `-c statement_timeout=${answerMs}`,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const given = await client.query<{ ms: string }>(
      "select setting as ms from pg_settings where name = 'statement_timeout'",
    );
    if (given.rows[0]?.ms !== String(answerMs)) throw new ConfigError(poolerProblem);
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
      where relname = any($1) and relnamespace = to_regnamespace('public') and relkind = 'r'`,
      [[...zoneTables, 'kysely_migration', 'reports']],
    );
    const names = rows.map(({ name }) => name);
    const table = zoneTables.find((name) => names.includes(name));
    const state =
      table === undefined
        ? undefined
        : await client.query<{ zone: string }>(`select zone from ${table}`);
    const report =
      names.includes('reports') && (await client.query('select from reports limit 1')).rowCount;
    return {
      isThere: names.includes('kysely_migration'),
      zone: state?.rows[0]?.zone,
      hasReports: report === 1,
    };
  } finally {
    await client.end();
  }
};

/** The canonical name of a zone: Asia/Calcutta is Asia/Kolkata. */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/**
 * The time zone to use: the stored one where TIME_ZONE is not set.
 * @param wanted TIME_ZONE
 * @throws ConfigError where TIME_ZONE differs from the zone in which reports are counted
 */
export const settleTimeZone = (
  { zone, hasReports }: OperationState,
  wanted: string | undefined,
): string => {
  if (zone === undefined) return wanted ?? 'UTC';
  if (wanted === undefined || canonical(wanted) === canonical(zone)) return zone;
  if (!hasReports) return wanted;
  throw new ConfigError(
    `TIME_ZONE is ${wanted}, but this operation counts its days in ${zone}. Leave TIME_ZONE unset, or stop the server and run: npm run rollups -- change-zone ${wanted}`,
  );
};
