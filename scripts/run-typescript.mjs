// `node scripts/run-typescript.mjs FILE [ARGUMENTS]`: a TypeScript file for developers (benches, soak, screenshots),
// by tsx. What users run is compiled (compile.mjs).
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureCompiled, ensureInstalled, root } from './install.mjs';

ensureInstalled();
// The product that they look at runs as users run it.
ensureCompiled();
// tsx would read compiled code from a folder that any user of the machine can make. Processes that we start inherit it.
process.env.TSX_DISABLE_CACHE = '1';
const { register } = await import('tsx/esm/api');
register();
process.argv.splice(1, 1);
const [, program] = process.argv;
await import(pathToFileURL(path.join(root, program)).href);
