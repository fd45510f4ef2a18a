// Tests with large numbers: `npm test` runs the same with small ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const projectRoot = path.resolve(import.meta.dirname, '../..');

const forms: readonly (readonly [program: string, args: readonly string[], settings: object])[] = [
  [
    'vitest',
    ['run', '--project', 'server', 'server/src/rules/fuzz.test.ts'],
    { FUZZ_REQUESTS: '100000', FUZZ_SEED: 'random' },
  ],
  [
    'playwright',
    ['test', '-c', 'e2e/playwright.config.ts', '--grep', 'the store of an older version'],
    { UNSENT_REPORTS: '500' },
  ],
];

/** Runs them one after the other; returns the exit code, 1 where one failed. */
export const longForms = async (): Promise<number> => {
  let code = 0;
  for (const [program, args, settings] of forms) {
    const child = spawn(path.join(projectRoot, 'node_modules/.bin', program), args, {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, ...settings },
    });
    const [ended] = (await once(child, 'exit')) as [number | null];
    if (ended !== 0) code = 1;
  }
  return code;
};
