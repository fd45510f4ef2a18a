// `npm start`: the server for real work, in this very process so that signals reach it.
import { ensureBuilt, ensureInstalled } from './install.mjs';

ensureInstalled();
ensureBuilt();
const { register } = await import('tsx/esm/api');
register();
await import('../server/src/main.ts');
