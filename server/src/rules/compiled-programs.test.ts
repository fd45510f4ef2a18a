// The commands that users run: in a tree that was built elsewhere and has only the production packages, and on a
// machine where another user has placed code in the folder for temporary files.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';

let folder: string;
/** The built tree. */
let tree: string;
/** The cache folder of tsx. */
let temporary: string;
/** A file that the code planted there writes. */
let mark: string;

interface Ended {
  code: number | null;
  output: string;
}

const run = (
  cwd: string,
  [program = '', ...parameters]: string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        TMPDIR: temporary,
        DATA_DIR: path.join(folder, 'data'),
        ...settings,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });

/** An invalid setting: the program ends after it has loaded everything. */
const wrongPort = { PORT: '80a80' };
const byTsx = (file: string) => [process.execPath, '--import', 'tsx', file];

/** Prepends foreign code to each file of the cache of tsx; returns the number of files. */
const plant = async (): Promise<number> => {
  const [kept = 'none'] = (await readdir(temporary)).filter((name) => /^tsx-/.test(name));
  const files = await readdir(path.join(temporary, kept));
  for (const name of files) {
    const file = path.join(temporary, kept, name);
    const written = await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => undefined);
    if (!written) continue;
    const planted = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, '');`;
    await writeFile(file, JSON.stringify({ ...written, code: `${planted}${written.code}` }));
  }
  return files.length;
};

/** Packages as `npm ci --omit=dev` leaves them. */
const linkProductionPackages = async () => {
  const lock = JSON.parse(await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  for (const [place, { dev, link }] of Object.entries(lock.packages)) {
    const isOutermost = place.lastIndexOf('node_modules/') === 0;
    const source = path.join(projectRoot, place);
    if (!isOutermost || dev || link || !existsSync(source)) continue;
    await mkdir(path.dirname(path.join(tree, place)), { recursive: true });
    await symlink(source, path.join(tree, place));
  }
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-compiled-'));
  tree = path.join(folder, 'tree');
  temporary = path.join(folder, 'temporary');
  mark = path.join(folder, 'executed');
  await mkdir(temporary);
  for (const part of ['package.json', 'scripts', 'server/dist', 'field/dist'])
    await cp(path.join(projectRoot, part), path.join(tree, part), { recursive: true });
  await mkdir(path.join(tree, 'web/dist'), { recursive: true });
  await writeFile(path.join(tree, 'web/dist/index.html'), 'The console');
  await linkProductionPackages();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('with only the packages for production, and code of a stranger where tsx would read', () => {
  beforeAll(async () => {
    for (const program of [
      'server/src/main.ts',
      ...['administrators', 'backup', 'database', 'keys', 'rollups'].map(
        (name) => `server/src/command-line/${name}.ts`,
      ),
      'field/simulate.ts',
    ])
      await run(projectRoot, byTsx(program), wrongPort);
    expect(await plant()).toBeGreaterThan(100);
    // Shows that the attack works: a server that tsx loads runs the code.
    await run(projectRoot, byTsx('server/src/main.ts'), wrongPort);
    expect(existsSync(mark)).toBe(true);
    await unlink(mark);
  }, 240_000);

  test.each([
    ['npm start', 1, /^PORT must be a whole number/m],
    ['npm run demo', 1, /^PORT must be a whole number/m],
    ['npm run console', 2, /^--api is missing/m],
    ['npm run administrators', 2, /^Usage:\n {2}npm run administrators/m],
    ['npm run keys', 2, /^Usage:\n {2}npm run keys/m],
    ['npm run rollups', 2, /^Usage:\n {2}npm run rollups/m],
    ['npm run backup', 2, /^Usage:\n {2}npm run backup/m],
    ['npm run database', 2, /^Usage:\n {2}npm run database/m],
    ['npm run simulate -- --help', 0, /^Phones in the field/m],
    ['node --enable-source-maps server/dist/main.js', 1, /^PORT must be a whole number/m],
  ])('%s runs what was compiled', { timeout: 120_000 }, async (command, code, words) => {
    expect(await run(tree, command.split(' '), wrongPort)).toEqual({
      code,
      output: expect.stringMatching(words),
    });
    expect(existsSync(mark)).toBe(false);
  });

  test('a TypeScript file of a developer is compiled anew each time', {
    timeout: 120_000,
  }, async () => {
    for (const tool of ['tsx', 'esbuild', 'get-tsconfig', 'resolve-pkg-maps'])
      if (existsSync(path.join(projectRoot, 'node_modules', tool)))
        await symlink(
          path.join(projectRoot, 'node_modules', tool),
          path.join(tree, 'node_modules', tool),
        );
    // tsx writes its cache in a thread that ends with the program: the program stays long enough.
    const stays = 'await new Promise((resolve) => setTimeout(resolve, 1500));';
    const source = `console.log('Good morning' as string);\n${stays}\n`;
    await writeFile(path.join(tree, 'greeting.ts'), source);
    await run(tree, byTsx('./greeting.ts'));
    await plant();
    await run(tree, byTsx('./greeting.ts'));
    expect(existsSync(mark)).toBe(true);
    await unlink(mark);
    const mine = ['node', 'scripts/run-typescript.mjs', 'greeting.ts'];
    expect(await run(tree, mine)).toEqual({
      code: 0,
      output: expect.stringContaining('Good morning'),
    });
    expect(existsSync(mark)).toBe(false);
  });
});

test('no compiled program loads a source: a thread or process needs a program of its own', async () => {
  const programs = ['server/dist', 'field/dist'].map((dist) => path.join(projectRoot, dist));
  const files = (
    await Promise.all(
      programs.map(async (dist) => (await readdir(dist)).map((name) => path.join(dist, name))),
    )
  )
    .flat()
    .filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(5);
  const loading: string[] = [];
  for (const file of files) {
    const sources = (await readFile(file, 'utf8')).match(/["'`][./][^"'`\s]*\.ts["'`]/g) ?? [];
    loading.push(...sources.map((source) => `${path.basename(file)}: ${source}`));
  }
  expect(loading).toEqual([]);
});

test('a tree that nothing was built in says so in one line, where nothing can build', async () => {
  const bare = path.join(folder, 'bare');
  for (const part of ['package.json', 'scripts'])
    await cp(path.join(projectRoot, part), path.join(bare, part), { recursive: true });
  expect(await run(bare, ['node', 'scripts/start.mjs'])).toEqual({
    code: 1,
    output: 'The server is not built: run "npm ci && npm run build".\n',
  });
});
