// The server as users start it: compiled (scripts/compile.mjs), by plain Node.
import { execFileSync, spawn } from 'node:child_process';
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

/** Starts the compiled server as a process on a free port of loopback, and waits until it is ready. */
export const startCompiledServer = async (settings: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [...compiledServer], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, ready] = /ready at (\S+)/.exec(output) ?? [];
      if (ready) resolve(ready);
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    url,
    /** Its output so far. */
    log: () => output,
    /** Stops it by SIGTERM. @returns its exit code */
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};
