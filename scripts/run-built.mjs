// `node scripts/run-built.mjs FILE [ARGUMENTS]`: runs a compiled program (compile.mjs) in this process.
// It is compiled first where its sources are newer.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureCompiled, ensureInstalled, root } from './install.mjs';

ensureInstalled();
ensureCompiled();
process.argv.splice(1, 1);
const [, program] = process.argv;
await import(pathToFileURL(path.join(root, program)).href);
