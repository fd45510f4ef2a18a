// Invariants that hold at any time, however the server or its database ended. Read directly from the
// database, each in one statement and so in one snapshot.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ServerProcess } from '../server-process.ts';
import type { Ledger } from './ledger.ts';
import { importedTown, importedUnits, pinsOfTown, towns } from './workload.ts';

/** Longest wait for a database that starts again, in milliseconds. */
const startMs = 60_000;

/** What PostgreSQL says of itself, one fact a line; written bit by bit while it starts, and whole where it is ready. */
const readyPostmaster = async (home: string): Promise<string[]> => {
  for (const begin = performance.now(); performance.now() - begin < startMs; await pause(20)) {
    const file = await readFile(path.join(home, 'cluster/postmaster.pid'), 'utf8').catch(() => '');
    const lines = file.split('\n');
    if (lines[7]?.trim() === 'ready') return lines;
  }
  throw new Error('The database did not come back.');
};

/** Process and address of the database that runs under a server's data, once it takes connections. */
export const databaseOf = async ({ dataDir }: Pick<ServerProcess, 'dataDir'>) => {
  const home = path.join(dataDir, 'postgres');
  const lines = await readyPostmaster(home);
  const password = (await readFile(path.join(home, 'password'), 'utf8')).trim();
  const folder = encodeURIComponent(lines[4] as string);
  return {
    pid: Number(lines[0]),
    url: `postgres://survey_server:${password}@${folder}:${lines[3]}/survey`,
  };
};

/** What is looked at: the database of an operation, and its photos. */
export interface Stores {
  databaseUrl(): Promise<string>;
  /** The bytes of a stored photo; undefined where it is not there. Photos are not looked at where it is not given. */
  photo?(name: string): Promise<Buffer | undefined>;
}

/** Those under a server's data. */
export const storesOf = (server: Pick<ServerProcess, 'dataDir'>): Stores => ({
  databaseUrl: async () => (await databaseOf(server)).url,
  photo: (name) => readFile(path.join(server.dataDir, 'photos', name)).catch(() => undefined),
});

export interface Findings {
  /** Acknowledged submissions that are missing, or whose photo is missing or different. */
  lost: string[];
  /** Submissions that are stored more than once. */
  doubled: string[];
  /** All other violations. */
  wrong: string[];
}

interface StoredReport {
  id: string;
  submission_id: string;
  photo_name: string | null;
  sha256: string | null;
}

const checkReports = async (
  client: pg.Client,
  { photo }: Stores,
  ledger: Ledger,
): Promise<Findings> => {
  // Read first: what was acknowledged before the check must be found.
  const acknowledged = ledger.acknowledged;
  const { rows } = await client.query<StoredReport>(
    `select id, submission_id, photo_name, encode(photo_sha256, 'hex') as sha256 from reports`,
  );
  const stored = new Map<string, StoredReport[]>();
  for (const row of rows)
    stored.set(row.submission_id, [...(stored.get(row.submission_id) ?? []), row]);
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const { submissionId, sha256, acknowledged: id } of acknowledged) {
    const found = stored.get(submissionId)?.[0];
    if (!found || Number(found.id) !== id || found.sha256 !== sha256) lost.push(submissionId);
  }
  for (const { submission_id, photo_name, sha256 } of rows) {
    if (!photo_name || !photo) continue;
    const bytes = await photo(photo_name);
    const found = bytes && createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) lost.push(`photo of ${submission_id}`);
  }
  const known = new Set(ledger.sent.map(({ submissionId }) => submissionId));
  for (const submissionId of stored.keys())
    if (!known.has(submissionId)) wrong.push(`report ${submissionId} was never sent`);
  const doubled = [...stored].filter(([, all]) => all.length > 1).map(([id]) => id);
  return { lost, doubled, wrong };
};

type Invariants = Record<string, string>;

/** Checks of the towns of workload.ts. Each query returns one line for each violation. */
const invariantsOfTowns: Invariants = {
  'a transfer is whole': `
    select 'Moving Town is with ' || count(distinct user_id) || ' users, ' || count(*) || ' pins'
    from assigned_pins join circles on circles.id = circle_id
    where circles.name = '${towns.moving}'
    having count(distinct user_id) <> 1 or count(*) <> ${pinsOfTown}`,
  'a status file is whole': `
    select 'Bulk Town has ' || sum(status) || ' used of ' || count(*)
    from assigned_pins join circles on circles.id = circle_id
    where circles.name = '${towns.bulk}'
    having count(distinct status) <> 1 or count(*) <> ${pinsOfTown}`,
  'an import is whole': `
    select circles.name || ' has ' || count(*) || ' units'
    from circles left join units on circle_id = circles.id
    where circles.name like '${importedTown}%'
    group by circles.name having count(*) <> ${importedUnits}`,
};

/** Checks of every operation. */
const invariants: Invariants = {
  'pins are counted right': `
    select 'assignment of user ' || a.user_id || ' in ' || a.circle_id || ' keeps ' || pins_total || '/' || pins_used
    from circle_assignments a left join assigned_pins p using (user_id, circle_id)
    group by a.user_id, a.circle_id, pins_total, pins_used
    having count(p.id) <> pins_total or coalesce(sum(p.status), 0) <> pins_used`,
  'a replaced report has one in its place': `
    select 'report ' || old.id from reports old join reports new on new.id = old.replaced_by
    where new.id <> old.id and ((new.circle_key, new.pin) <> (old.circle_key, old.pin) or new.resubmission is null)`,
  'every report has its entry in the audit trail': `
    select 'report ' || id from reports
    where not exists (
      select from audit_entries
      where action = 'submit-report' and (details ->> 'report')::bigint = reports.id)`,
};

const checkInvariants = async (client: pg.Client, all: Invariants): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [name, query] of Object.entries(all)) {
    const { rows } = await client.query<Record<string, string>>(query);
    for (const row of rows) wrong.push(`${name}: ${Object.values(row)[0]}`);
  }
  return wrong;
};

const checkImports = async (client: pg.Client, ledger: Ledger): Promise<string[]> => {
  const imported = [...ledger.imported];
  const { rows } = await client.query<{ name: string }>('select name from circles');
  const there = new Set(rows.map(({ name }) => name));
  return imported.filter((name) => !there.has(name)).map((name) => `import of ${name} is gone`);
};

const withClient = async <Result>(
  { databaseUrl }: Stores,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: await databaseUrl() });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const look = (stores: Stores, ledger: Ledger): Promise<Findings> =>
  withClient(stores, async (client) => {
    const { lost, doubled, wrong } = await checkReports(client, stores, ledger);
    return {
      lost,
      doubled,
      wrong: [
        ...wrong,
        ...(await checkInvariants(client, { ...invariantsOfTowns, ...invariants })),
        ...(await checkImports(client, ledger)),
      ],
    };
  });

/** Checks reports and what holds for every operation; for a server that is not killed. */
export const findFaultsOfReports = (stores: Stores, ledger: Ledger): Promise<Findings> =>
  withClient(stores, async (client) => {
    const { lost, doubled, wrong } = await checkReports(client, stores, ledger);
    return { lost, doubled, wrong: [...wrong, ...(await checkInvariants(client, invariants))] };
  });

const lastTry = 20;
/** Whether the connection broke, as opposed to a violation that a query found. */
const isUnavailable = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(ECONN|EPIPE|ENOENT|57P0)/.test(code) || message.startsWith('Connection terminated');

/**
 * Runs all checks while work goes on. A killed database may still answer over a connection that dies a moment later:
 * then
 * the checks are repeated when it is back.
 */
export const findFaults = async (stores: Stores, ledger: Ledger): Promise<Findings> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look(stores, ledger);
    } catch (error) {
      if (attempt === lastTry || !isUnavailable(error as Error)) throw error;
      await pause(500);
    }
  }
};
