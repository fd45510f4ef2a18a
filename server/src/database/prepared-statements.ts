// Frequent statements are prepared: PostgreSQL then parses and plans each once for a connection and
// not for every request, which costs more than running most of them (ADR 22).
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Uses after which a text is prepared; rarer ones would waste memory. */
const usesBefore = 3;
/** Most texts whose uses are counted; then counting begins anew. */
const textsCounted = 2_000;
/** Most prepared statements of a connection, of perhaps 50 kB of the database's memory each. */
const keptAtMost = 200;

/** Mark in a statement whose best plan depends on its values so much that one plan for all is too slow. */
export const plannedAnew = '/* planned anew */';

/** Never prepared: `begin` and the like, and statements that are to be planned for their values. */
const isPreparable = (sql: string): boolean =>
  /^\s*(select|with|insert|update|delete)\b/i.test(sql) && !sql.includes(plannedAnew);

/** Names of texts. A name is a hash of its text, so that it never stands for another. */
const statementNames = () => {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (sql: string): string | undefined => {
    const known = names.get(sql);
    if (known) return known;
    const used = (uses.get(sql) ?? 0) + 1;
    if (uses.size >= textsCounted) {
      uses.clear();
      names.clear();
    }
    uses.set(sql, used);
    if (used <= usesBefore || !isPreparable(sql)) return undefined;
    const name = createHash('sha256').update(sql).digest('base64url');
    names.set(sql, name);
    return name;
  };
};

/** PostgreSQL's error where a table's columns changed after a statement was prepared. */
const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000';

/** A connection as Kysely uses it, with the underlying connection for cancelling. */
export interface PreparingClient extends PostgresPoolClient {
  connection: pg.PoolClient;
}

/** A pool of them. */
export interface PreparingPool extends PostgresPool {
  connect(): Promise<PreparingClient>;
}

/** A connection that prepares frequent statements, as Kysely uses it. */
const preparingClient = (
  client: pg.PoolClient,
  nameOf: (sql: string) => string | undefined,
): PreparingClient => {
  const kept = new Set<string>();
  const outdated = new Set<string>();
  const nameHere = (sql: string): string | undefined => {
    const name = nameOf(sql);
    if (!name || outdated.has(name)) return undefined;
    if (!kept.has(name) && kept.size >= keptAtMost) return undefined;
    kept.add(name);
    return name;
  };
  const query = async (text: string, values: unknown[]) => {
    const name = nameHere(text);
    if (!name) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      outdated.add(name);
      // Within a transaction the caller has to repeat everything.
      if (client.getTransactionStatus() !== 'I') throw error;
      return client.query(text, values);
    }
  };
  // Cursors are for `streamQuery`, which is not used: long reads have their own pool.
  return {
    connection: client,
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
};

/** The pool as Kysely uses it, with frequent statements prepared on each of its connections. */
export const preparing = (pool: pg.Pool): PreparingPool => {
  const nameOf = statementNames();
  const known = new WeakMap<pg.PoolClient, PreparingClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const wrapped = known.get(client) ?? preparingClient(client, nameOf);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
};
