// What a database says of its operation before anything is opened on it: whether there is one, and its time zone.
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { poolerProblem } from '../database-address.ts';

interface OperationState {
  /** False where no server has used the database yet. */
  isThere: boolean;
  /** The zone whose days are counted; undefined where there is none yet. */
  zone: string | undefined;
  /** Whether days were counted in it: an operation without reports may change its zone. */
  hasReports: boolean;
}

/** The tables by their names before and since migration 0013. */
const zoneTables = ['rollup_state', 'kept_state'];

const answerMs = 10_000;

/**
 * Reads it from the tables of any version.
 * @throws the database's error where it cannot be reached; ConfigError where a pooler between drops what a session sets
 */
export const operationState = async (url: string): Promise<OperationState> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    // As every session of the server sets it: a pooler between may drop it.
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

/** The name that the zone has in the list of zones: Asia/Calcutta is Asia/Kolkata. */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/**
 * The zone to work in: the one that the operation keeps where TIME_ZONE is not set.
 * @param wanted TIME_ZONE
 * @throws ConfigError where another zone is set than the one in which the reports are counted
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
