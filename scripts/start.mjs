// `npm start`: the server for real work, in this very process so that signals reach it.
import { ensureBuilt, ensureInstalled } from './install.mjs';

ensureInstalled();
ensureBuilt();
await import('../server/dist/main.js');
