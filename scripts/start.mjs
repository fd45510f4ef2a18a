// `npm start`: runs the server in this process, so that signals reach it.
import { ensureBuilt, ensureInstalled } from './install.mjs';

ensureInstalled();
ensureBuilt();
await import('../server/dist/main.js');
