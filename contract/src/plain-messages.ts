// Validation messages in plain words, defined once for every schema: they are shown beside fields and in the 422 lines
// (spec 5), where zod's own "expected string, received undefined" is not helpful.
import { config } from 'zod';
import { fieldMessages, fill, saidOfCheck } from './field-messages.ts';

/** The console's Content-Security-Policy forbids eval; zod would try it, and the browser report it. */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;

// Not `z.config`: whatever `z` makes and nobody reads is left out of the console (web/vite.config.ts).
config({
  jitless: isBrowser,
  customError: (issue) => {
    if (issue.input === undefined && issue.code !== 'custom') return fieldMessages.required;
    // Undefined keeps zod's own message.
    const said = saidOfCheck(issue);
    return said && fill(said.id, said.values);
  },
});
