// What a fresh clone lacks is fetched here, so that `npm run demo`, `npm test` and `npm start` are the
// only commands anybody needs. Plain JavaScript: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
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

const newestIn = (folder) => {
  let newest = 0;
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (['node_modules', 'dist'].includes(entry.name)) continue;
    const file = path.join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(file) : changedAt(file));
  }
  return newest;
};

/** Builds the console where its sources are newer than the last build. */
export const ensureBuilt = () => {
  const sources = Math.max(newestIn('web'), newestIn('contract'), changedAt('package-lock.json'));
  if (changedAt('web/dist/index.html') >= sources) return;
  console.log('Building the console ...');
  run('npm', ['run', 'build', '-w', 'web', '--silent', '--', '--logLevel', 'warn']);
};
