// Installs and builds what a fresh clone lacks, so that `npm run demo`, `npm test` and `npm start` are the only
// commands needed. Plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command in the project and ends this process where it fails. */
export const run = (command, args, environment = {}) => {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
};

const changedAt = (file) => {
  try {
    return statSync(path.join(root, file)).mtimeMs;
  } catch {
    return 0;
  }
};

/** Installs the packages where they are missing or older than the lock file. */
export const ensureInstalled = () => {
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.log('Installing packages (once, about a minute) ...');
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
};

/** Newest modification time in a folder; 0 where there is no such folder, as in an image without sources. */
const newestIn = (folder) => {
  if (!existsSync(path.join(root, folder))) return 0;
  let newest = 0;
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (['node_modules', 'dist'].includes(entry.name)) continue;
    const file = path.join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(file) : changedAt(file));
  }
  return newest;
};

const isPackageThere = (name) => existsSync(path.join(root, 'node_modules', name));

/**
 * Makes what is built from sources where they are newer. `npm ci --omit=dev` leaves out what builds: then what was
 * built before runs (the times of copied files say little), and without it this process ends.
 */
const ensure = ({ name, result, sources, tool, make }) => {
  const builtAt = changedAt(result);
  if (builtAt >= Math.max(...sources)) return;
  if (isPackageThere(tool)) {
    console.log(`Building the ${name} ...`);
    make();
  } else if (builtAt === 0) {
    console.error(`The ${name} is not built: run "npm ci && npm run build".`);
    process.exit(1);
  } else {
    console.error(`The sources of the ${name} are newer than what was built, which runs now.`);
  }
};

/** Compiles the server and the commands where their sources are newer than the last time. */
export const ensureCompiled = () =>
  ensure({
    name: 'server',
    result: 'server/dist/main.js',
    sources: [
      ...['server', 'contract', 'field'].map(newestIn),
      ...['package.json', 'package-lock.json', 'scripts/compile.mjs'].map(changedAt),
    ],
    tool: 'esbuild',
    make: () => run(process.execPath, ['scripts/compile.mjs']),
  });

/** Builds the console where its sources are newer than the last build. */
export const ensureConsole = () =>
  ensure({
    name: 'console',
    result: 'web/dist/index.html',
    sources: [newestIn('web'), newestIn('contract'), changedAt('package-lock.json')],
    tool: 'vite',
    make: () => run('npm', ['run', 'build', '-w', 'web', '--silent', '--', '--logLevel', 'warn']),
  });

/** Builds the surveyor's page where its sources are newer than the last build. */
const ensureSurveyPage = () =>
  ensure({
    name: "surveyor's page",
    result: 'survey/dist/index.html',
    sources: [
      ...['survey', 'contract', 'web/src/text'].map(newestIn),
      changedAt('package-lock.json'),
    ],
    tool: 'vite',
    make: () =>
      run('npm', ['run', 'build', '-w', 'survey', '--silent', '--', '--logLevel', 'warn']),
  });

/** Installs, compiles and builds everything that users run. */
export const ensureBuilt = () => {
  ensureCompiled();
  ensureConsole();
  ensureSurveyPage();
};
