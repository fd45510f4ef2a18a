// The server as users start it: compiled (scripts/compile.mjs), by plain Node.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../project-root.ts';

/** Arguments for Node, in the project's root. */
export const compiledServer = ['--enable-source-maps', 'server/dist/main.js'] as const;

/** Compiles what tests start, from the sources as they are now. */
export const compile = (): void => {
  execFileSync(process.execPath, [path.join(projectRoot, 'scripts', 'compile.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};
