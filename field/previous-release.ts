// Builds the server of the previous release from this repository's history, to run it beside the present one.
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const projectRoot = path.resolve(import.meta.dirname, '..');

/** The commit of 0.2.0; each release sets that of the one before. */
export const previousRelease = {
  version: '0.2.0',
  commit: 'a7884c6b6b02b4557637fba33464cb9858b0c8c7',
};

/**
 * Packages that the release imports at its start but hardly uses (for the page of its calls), and that are not
 * installed any more.
 */
const gone = ['@fastify/swagger', '@fastify/swagger-ui'];

/** False where the history does not reach back that far (a shallow clone, an archive). */
export const hasPreviousRelease = (): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${previousRelease.commit}:server/src/main.ts`], {
      cwd: projectRoot,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

/**
 * Puts the release into an empty folder and compiles it, with the packages that are installed today.
 * @param more folders besides those that the server needs
 */
export const buildPreviousRelease = async (
  folder: string,
  more: readonly string[] = [],
): Promise<void> => {
  const archive = path.join(folder, 'release.tar');
  const run = promisify(execFile);
  const parts = [
    'server',
    'contract',
    'field',
    'scripts',
    'package.json',
    'tsconfig.json',
    ...more,
  ];
  const { commit } = previousRelease;
  await run('git', ['archive', '-o', archive, commit, ...parts], { cwd: projectRoot });
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of gone) {
    const stand = path.join(folder, 'server/node_modules', name);
    await mkdir(stand, { recursive: true });
    await writeFile(path.join(stand, 'package.json'), '{"type":"module","main":"index.js"}');
    await writeFile(path.join(stand, 'index.js'), 'export default async () => {};\n');
  }
  await run(process.execPath, [path.join(folder, 'scripts/compile.mjs')], { cwd: folder });
};
