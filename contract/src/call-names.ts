// Properties of all calls of the table.
import type { Call } from './call.ts';
import * as calls from './calls.ts';

export type CallName = keyof typeof calls;

const table: Record<CallName, Call> = calls;

/** The names of the calls beyond spec 7, as /api/capabilities lists them. */
export const extensionNames = Object.values(table)
  .filter((call) => call.extension && call.access !== 'device')
  .map((call) => call.name);
