// Rules across all folders that types and linter cannot check.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Call, calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bindings } from '../app.ts';
import { setUpTestServer } from '../testing/fixture.ts';

const server = setUpTestServer();

const allCalls = Object.entries<Call>(calls);

describe('the call table', () => {
  test('names every call by its key', () => {
    for (const [key, call] of allCalls) expect(call.name).toBe(key);
  });

  // The types (`Bindings`) show that none is missing. Of two modules that bind the same call, the later would win.
  test('is bound, each call exactly once, and changes nothing where it is a GET', async () => {
    const root = path.join(import.meta.dirname, '../modules');
    const files = (await readdir(root, { recursive: true })).filter((file) =>
      file.endsWith('.routes.ts'),
    );
    const sources = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
    const changing = sources.flatMap((source) =>
      [...source.matchAll(/: (?:write|rows)\(\s*calls\.(\w+)/g)].map(([, name]) => name ?? ''),
    );
    expect(changing.length).toBeGreaterThan(20);
    // What changes something cannot be asked for by a link or a picture.
    for (const name of changing)
      expect([name, bindings[name as 'logout'].call.method]).toEqual([name, 'POST']);
    const bound = sources.flatMap((source) =>
      [...source.matchAll(/^ {2}(\w+): (?:read|write|own|rows)\(\s*calls\.(\w+)/gm)].map(
        ([, key, call]) => `${key}: ${call}`,
      ),
    );
    expect(bound.sort()).toEqual(
      Object.keys(bindings)
        .map((name) => `${name}: ${name}`)
        .sort(),
    );
    expect(Object.keys(bindings).sort()).toEqual(Object.keys(calls).sort());
  });

  test.each(
    allCalls.filter(([, call]) => call.access !== 'public'),
  )('%s is refused without a token, with a wrong one, and to the wrong role', async (_, call) => {
    const surveyor = await server.addSurveyor(`stranger-${call.name.toLowerCase()}`);
    const stranger = call.access === 'device' ? server.administrator : surveyor;
    const paths = [call.path, ...(call.aliases ?? [])].map((url) => url.replace(/:\w+/g, '1'));
    for (const url of paths) {
      const ask = (headers: Record<string, string>) =>
        server.app.inject({ method: call.method, url, headers });
      expect((await ask({})).statusCode).toBe(401);
      expect((await ask({ authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401);
      if (call.access === 'signed-in') continue;
      const answer = await ask({ authorization: `Bearer ${stranger.token}` });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().message).toBe('Access not allowed');
    }
  });
});

describe('the database', () => {
  test('has an index that begins with the columns of every foreign key', async () => {
    const { rows } = await sql<{ foreign_key: string }>`
      select conrelid::regclass || ' ' || conname as foreign_key
      from pg_constraint key
      where contype = 'f' and not exists (
        select from pg_index
        where indrelid = key.conrelid
          and (indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
      )`.execute(server.database.db);
    expect(rows).toEqual([]);
  });
});

/** Who writes a table: modules, or the folders below them. Triggers of the migrations may write any. */
const writers: Record<string, readonly string[]> = {
  users: ['modules/sign-in', 'modules/users', 'plugins'],
  sessions: ['plugins', 'modules/sign-in'],
  sign_in_failures: ['modules/sign-in'],
  sign_in_networks: ['modules/sign-in'],
  second_factors: ['modules/sign-in'],
  phone_credentials: ['plugins'],
  phone_states: ['plugins'],
  sign_in_codes: ['modules/sign-in'],
  api_keys: ['plugins'],
  webhooks: ['modules/webhooks'],
  webhook_deliveries: ['modules/webhooks'],
  pin_list_hashes: ['modules/openrosa'],
  recovery_codes: ['modules/sign-in'],
  circles: ['modules/lists'],
  circle_assignments: ['modules/lists'],
  pin_lists: ['modules/lists'],
  assigned_pins: ['modules/lists'],
  removed_pins: ['modules/lists'],
  undo_pins: ['modules/lists'],
  units: ['modules/units'],
  undo_units: ['modules/units'],
  reports: ['modules/reports', 'modules/device'],
  notes: ['modules/notes'],
  note_reasons: ['modules/notes'],
  check_rules: ['modules/checks'],
  flags: ['modules/checks'],
  checks_due: ['modules/checks'],
  photo_facts_due: ['modules/checks'],
  photo_facts: ['modules/checks'],
  circle_places: ['modules/checks'],
  land_areas: ['modules/checks'],
  surveyor_shares: ['modules/checks'],
  check_runs: ['modules/checks'],
  open_reports: ['modules/review'],
  review_samples: ['modules/review'],
  sampled_reports: ['modules/review'],
  report_deltas: ['modules/rollups'],
  unit_deltas: ['modules/rollups'],
  report_views: ['modules/views'],
  preferences: ['modules/views'],
  audit_entries: ['database'],
  server_secrets: ['database'],
  kysely_migration: ['database'],
  kysely_migration_lock: ['database'],
};

/** All rollup tables have one writer. */
const writersOf = (table: string): readonly string[] =>
  table.startsWith('rollup_') ? ['modules/rollups'] : (writers[table] ?? []);

const writing =
  /(?:insertInto|updateTable|deleteFrom|insert\s+into|delete\s+from|truncate|update|copy)\W{1,3}([a-z_]+)\b/g;

describe('the tables', () => {
  let tables: string[] = [];
  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
      server.database.db,
    );
    tables = rows.map(({ name }) => name);
  });

  test('have a writer each, and no other table is named as having one', () => {
    expect(tables.filter((table) => writersOf(table).length === 0)).toEqual([]);
    expect(Object.keys(writers).filter((table) => !tables.includes(table))).toEqual([]);
  });

  test('are written by nobody else', async () => {
    const src = path.join(import.meta.dirname, '..');
    const found: string[] = [];
    for (const file of await readdir(src, { recursive: true })) {
      if (!/^(modules|plugins|database|command-line)\/.*\.ts$/.test(file)) continue;
      if (/\.test\.ts$|^database\/migrations\//.test(file)) continue;
      const source = await readFile(path.join(src, file), 'utf8');
      for (const [, table = ''] of source.matchAll(writing)) {
        if (tables.includes(table)) found.push(`${roomOf(file)}: ${table}`);
      }
    }
    expect(found).toContain('modules/rollups: report_deltas');
    const isAllowed = (pair: string) => {
      const [room = '', table = ''] = pair.split(': ');
      return writersOf(table).includes(room);
    };
    expect([...new Set(found)].filter((pair) => !isAllowed(pair))).toEqual([]);
  });
});

/** Every `from '…'` of a source that names a file of the project. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, target]) => target as string);

/** A module, or one of the other folders. Imports of tests do not count. */
const roomOf = (file: string): string => file.match(/^(modules\/[^/]+|[^/]+)/)?.[0] ?? file;

/** Folders by the folders that import them, with the pairs of files. */
type Imports = Map<string, Map<string, string[]>>;

const readImports = async (): Promise<Imports> => {
  const src = path.join(import.meta.dirname, '..');
  const rooms: Imports = new Map();
  for (const file of await readdir(src, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || /^(testing|rules)\//.test(file))
      continue;
    const imported = rooms.get(roomOf(file)) ?? new Map<string, string[]>();
    rooms.set(roomOf(file), imported);
    for (const target of importsOf(await readFile(path.join(src, file), 'utf8'))) {
      const other = path.join(path.dirname(file), target);
      if (roomOf(other) === roomOf(file)) continue;
      const pairs = imported.get(roomOf(other)) ?? [];
      imported.set(roomOf(other), [...pairs, `${file} → ${other}`]);
    }
  }
  // The types of the process's services: every module reads them, and they consist of the modules' own types.
  rooms.delete('services.ts');
  return rooms;
};

/** The imports of a cycle, one a line; empty without a cycle. */
const circleIn = (rooms: Imports): string[] => {
  const done = new Set<string>();
  const search = (room: string, way: readonly string[]): string[] => {
    const begin = way.indexOf(room);
    if (begin >= 0) {
      const circle = [...way.slice(begin), room];
      return circle.slice(1).flatMap((to, at) => rooms.get(circle[at] as string)?.get(to) ?? []);
    }
    if (done.has(room)) return [];
    for (const next of rooms.get(room)?.keys() ?? []) {
      const found = search(next, [...way, room]);
      if (found.length > 0) return found;
    }
    done.add(room);
    return [];
  };
  for (const room of rooms.keys()) {
    const found = search(room, []);
    if (found.length > 0) return found;
  }
  return [];
};

describe('the import graph of the server', () => {
  test('has no circle: app → modules → plugins → database, and no two modules import each other', async () => {
    const rooms = await readImports();
    expect(rooms.get('modules/reports')?.has('modules/rollups')).toBe(true);
    expect(circleIn(rooms)).toEqual([]);
  });

  test('leads to routes from app.ts alone', async () => {
    const rooms = await readImports();
    const toRoutes = [...rooms.values()]
      .flatMap((imported) => [...imported.values()].flat())
      .filter((pair) => pair.endsWith('.routes.ts') && !pair.startsWith('app.ts'));
    expect(toRoutes).toEqual([]);
  });
});
