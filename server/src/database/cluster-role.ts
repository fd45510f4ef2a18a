// The two roles of the embedded database. The superuser, whatever its name, works in single-user mode only and cannot
// sign in; the ordinary role owns the application's database and is the only one that can (ADR 35).
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { embeddedDatabase, embeddedRole } from './embedded-address.ts';
import {
  loadPostgresPrograms,
  type PostgresRunner,
  postgresEnvironment,
} from './postgres-runner.ts';
import { renameSynced, writeSynced } from './synced-files.ts';

/** Runs a program of PostgreSQL to its end. Its error output is in the message, statements are not. */
export const runToEnd = (
  { prefix, owner }: PostgresRunner,
  cwd: string,
  command: readonly string[],
  input = '',
): void => {
  const [program, ...args] = [...prefix, ...command] as [string, ...string[]];
  try {
    execFileSync(program, args, {
      ...owner,
      cwd,
      input,
      env: postgresEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? '').split('\n');
    const reasons = said.filter((line) => /(ERROR|FATAL|PANIC|error):/.test(line));
    throw new Error(reasons.join(' ') || (error as Error).message);
  }
};

/** Runs statements, one a line, as superuser in single-user mode. Stops at the first failure. */
const runAlone = async (
  runner: PostgresRunner,
  cluster: string,
  database: string,
  statements: readonly string[],
): Promise<void> => {
  const { postgres } = await loadPostgresPrograms();
  const lines = statements.map((one) => `${one.replace(/\s+/g, ' ').trim()}\n`).join('');
  const flags = [
    '--single',
    '-D',
    cluster,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_min_error_statement=panic',
  ];
  runToEnd(runner, cluster, [postgres, ...flags, database], lines);
};

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const roleStatements = (password: string, rights: readonly string[]): string[] => [
  `do $$ begin
    if not exists (select from pg_roles where rolname = '${embeddedRole}') then
      create role ${embeddedRole}; end if; end $$`,
  `set password_encryption = 'scram-sha-256'`,
  `alter role ${embeddedRole} with login nosuperuser nocreaterole nocreatedb noreplication nobypassrls password ${literal(password)}`,
  ...rights,
  // Revokes sign-in from the superuser that created the cluster.
  `do $$ begin execute format('alter role %I password null',
    (select rolname from pg_roles where oid = 10)); end $$`,
];

/** Reassigns everything that the superuser of the first version created to the role, except objects of extensions. */
const ownershipStatements = [
  `alter database ${embeddedDatabase} owner to ${embeddedRole}`,
  `do $$ declare one text; begin
    for one in
      with foreign_made as (
        select classid, objid from pg_depend where deptype in ('e', 'i', 'a') and classid <> 'pg_trigger'::regclass),
      ours as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
      select format('alter schema %I owner to ${embeddedRole}', nspname) from pg_namespace n
        where n.oid in (select oid from ours) and nspowner = 10
          and not exists (select from foreign_made where classid = 'pg_namespace'::regclass and objid = n.oid)
      union all
      select format('alter %s %s owner to ${embeddedRole}',
          case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
          c.oid::regclass) from pg_class c
        where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'v', 'm', 'S') and relowner = 10
          and not exists (select from foreign_made where classid = 'pg_class'::regclass and objid = c.oid)
      union all
      select format('alter routine %s owner to ${embeddedRole}', p.oid::regprocedure) from pg_proc p
        where pronamespace in (select oid from ours) and proowner = 10
          and not exists (select from foreign_made where classid = 'pg_proc'::regclass and objid = p.oid)
      union all
      select format('alter type %s owner to ${embeddedRole}', t.oid::regtype) from pg_type t
        where typnamespace in (select oid from ours) and typowner = 10 and typtype in ('d', 'e', 'r')
          and not exists (select from foreign_made where classid = 'pg_type'::regclass and objid = t.oid)
    loop execute one; end loop; end $$`,
];

const accessMark = '# Field Survey: one ordinary role';
/** The rules of pg_hba.conf. The comment in it marks that the role exists. */
const accessRules = [
  `${accessMark}; the superuser works without a server only (postgres --single).`,
  process.platform === 'win32'
    ? `host all ${embeddedRole} 127.0.0.1/32 scram-sha-256`
    : `local all ${embeddedRole} scram-sha-256`,
  '',
].join('\n');
const accessFileOf = (cluster: string) => path.join(cluster, 'pg_hba.conf');

const writeAccessRules = async (runner: PostgresRunner, cluster: string): Promise<void> => {
  const file = accessFileOf(cluster);
  await writeSynced(`${file}.new`, accessRules);
  await runner.give(`${file}.new`);
  await renameSynced(`${file}.new`, file);
};

/** Creates role and database of this version in a stopped cluster, whichever of them exist already. */
export const giveRole = async (
  runner: PostgresRunner,
  cluster: string,
  password: string,
  rights: readonly string[],
): Promise<void> => {
  await runAlone(runner, cluster, 'postgres', roleStatements(password, rights));
  // CREATE DATABASE has no IF NOT EXISTS and cannot run in a block.
  await runAlone(runner, cluster, 'postgres', [
    `create database ${embeddedDatabase} owner ${embeddedRole}`,
  ]).catch((error: Error) => {
    if (!/already exists/.test(error.message)) throw error;
  });
  await runAlone(runner, cluster, embeddedDatabase, ownershipStatements);
  await writeAccessRules(runner, cluster);
};

/** Whether this version has created the cluster's role; a cluster of 0.1.0 has none. */
export const hasRole = async (cluster: string): Promise<boolean> =>
  (await readFile(accessFileOf(cluster), 'utf8')).startsWith(accessMark);
