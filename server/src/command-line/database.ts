// `node server/dist/database.js`: the embedded PostgreSQL of DATA_DIR without a server on it,
// for benches that measure what the database gives by itself. Prints its address; ends with its input.
import path from 'node:path';
import { readConfig } from '../config.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';

const { DATA_DIR } = readConfig(process.env);
const database = await startEmbeddedDatabase(path.join(DATA_DIR, 'postgres'));
console.log(database.url);
process.stdin.resume();
process.stdin.once('end', () => void database.stop());
