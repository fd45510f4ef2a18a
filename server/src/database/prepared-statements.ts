// Statements that come again are prepared: PostgreSQL then parses and plans each once for a connection and
// not for every request, which costs more than most of them take to run (ADR 22).
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** A text that came so often is prepared; rarer ones would cost memory for nothing. */
const usesBefore = 3;
/** Texts whose uses are counted; beyond that counting begins anew. */
const textsCounted = 2_000;
/** Statements a connection keeps, of perhaps 50 kB of the database's memory each. */
const keptAtMost = 200;

/** Within a statement: the best plan depends on the values so much that one for all of them is too slow. */
export const plannedAnew = '/* planned anew */';

/** Neither `begin` and its like, nor what shall be planned for its values each time. */
const isPreparable = (sql: string): boolean =>
  /^\s*(select|with|insert|update|delete)\b/i.test(sql) && !sql.includes(plannedAnew);

/** The names of texts; a name is made of its text, so that it can never stand for another. */
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

/** What PostgreSQL answers where a table got other columns after a statement was prepared. */
const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000';

/** As Kysely uses it, with the connection itself for whoever cancels what it runs. */
export interface PreparingClient extends PostgresPoolClient {
  connection: pg.PoolClient;
}

/** A pool of them. */
export interface PreparingPool extends PostgresPool {
  connect(): Promise<PreparingClient>;
}

/** A connection that prepares what comes often, as Kysely uses it. */
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
      // Within a transaction everything is to be done again, by whoever asked for it.
      if (client.getTransactionStatus() !== 'I') throw error;
      return client.query(text, values);
    }
  };
  // Cursors are for `streamQuery`, which nobody calls: long reads have their own pool.
  return {
    connection: client,
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
};

/** The pool as Kysely uses it, with what comes often prepared on each of its connections. */
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
