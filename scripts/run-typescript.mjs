// `node scripts/run-typescript.mjs FILE [ARGUMENTS]`: runs a TypeScript file for developers (benches, soak test,
// screenshots) with tsx. Programs for users are compiled (compile.mjs).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './install.mjs';

ensureInstalled();
// The product that these programs start is the built one, with its pages.
ensureBuilt();
// Without this tsx reads its cache from a folder that any user of the machine can make. Child processes inherit it.
process.env.TSX_DISABLE_CACHE = '1';
const { register } = await import('tsx/esm/api');
register();
process.argv.splice(1, 1);
const [, program] = process.argv;
await import(pathToFileURL(path.join(root, program)).href);
