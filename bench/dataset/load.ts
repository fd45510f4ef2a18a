// `npm run bench:load -- --reports N`: a survey of a province in the database, in minutes, resumable.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../import-bare.ts';
import { email, password, startDatabase, startServerOn } from '../server-process.ts';
import { fillTables } from './fill-tables.ts';
import { makePhotoPool } from './photo-files.ts';

const help = `npm run bench:load -- --reports N [--data-dir DIR] [--database-url postgres://…]

Fills a database with a survey of N reports (100000, 1000000, 10000000, 25000000). Killed, it goes on where it was.
  --data-dir      folder of the embedded database and of the photos; data/bench-N if not given
  --database-url  an empty database of your own instead of the embedded one`;

const { values } = parseArgs({
  options: {
    reports: { type: 'string', default: '' },
    'data-dir': { type: 'string' },
    'database-url': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const reports = Number(values.reports);
if (values.help || !Number.isInteger(reports) || reports < 1000) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

const dataDir = path.resolve(values['data-dir'] ?? `data/bench-${reports}`);
const begun = performance.now();
const log = (line: string) =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${line}`);

await mkdir(dataDir, { recursive: true });
const database = values['database-url']
  ? { url: values['database-url'], stop: async () => undefined }
  : await startDatabase(dataDir);
if (!existsSync(path.join(dataDir, 'bench-photos.json'))) log('drawing photos');
const photos = await makePhotoPool(dataDir);
log('server: tables and the first administrator');
const server = await startServerOn({ dataDir, databaseUrl: database.url });
const client = await connect(database.url);
try {
  await fillTables({ client, server, photos, reports, log });
} finally {
  await client.end();
  await server.stop();
}
log('rollups');
await (await startServerOn({ dataDir, databaseUrl: database.url })).stop();
await database.stop();
log(
  `done. ${email} (administrator) and surveyor-0001… sign in with ${password}; data in ${dataDir}`,
);
