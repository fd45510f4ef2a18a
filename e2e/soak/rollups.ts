// The operator's comparison of rollups with counts of all reports.
import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * Runs `npm run rollups -- check` beside the server; returns its output where it finds differences.
 * @param settings of the server: where its database is
 */
export const checkRollups = async (settings: NodeJS.ProcessEnv): Promise<string[]> => {
  const child = spawn('npm', ['run', '--silent', 'rollups', '--', 'check'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, TIME_ZONE: 'Asia/Karachi', ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0 ? [] : [`rollups differ (${code}): ${output.trim().slice(-2000)}`];
};
