// The server as users start it: compiled (scripts/compile.mjs), by plain Node.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../project-root.ts';

/** Arguments of Node; the working directory is the project's root. */
export const compiledServer = ['--enable-source-maps', 'server/dist/main.js'] as const;

/** Compiles the programs that tests start from the present sources. */
export const compile = (): void => {
  execFileSync(process.execPath, [path.join(projectRoot, 'scripts', 'compile.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};
