// Before the journeys: the server is compiled from the present sources and started once; it leaves the data folder of an
// empty operation. Each server of a journey begins with a copy of it, which saves two thirds of a first start.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleStreets } from '@survey/field/sample/streets.ts';
import { baseMapFile, startServer } from './server-process.ts';

export default async function setup() {
  execFileSync(process.execPath, ['scripts/compile.mjs'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  const server = await startServer();
  await server.stop();
  await writeFile(path.join(server.dataDir, baseMapFile), sampleStreets());
  process.env.EMPTY_OPERATION = server.dataDir;
  return server.remove;
}
