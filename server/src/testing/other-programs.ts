// Runs programs of others on what the server writes, where they are installed.
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const folders = ['/usr/bin', '/usr/local/bin'];

/** The path of the first of these programs that is installed; undefined where none is. */
export const findProgram = async (...names: string[]): Promise<string | undefined> => {
  for (const file of names.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
};

/** The standard output of a program; throws with its error output where it fails. */
export const runProgram = async (
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, [...parameters], {
    env: { ...process.env, ...environment },
    timeout: 120_000,
    maxBuffer: 64 * 2 ** 20,
  });
  return stdout;
};
