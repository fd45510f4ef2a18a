// What the console never reaches, but no bundler can leave out by itself: 4.7 kB of the first view (ADR 74).
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Every zod schema carries the way to write itself as JSON Schema; only the server's API description does. */
const jsonSchema = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;

/** Gives the module's exports without what they do. An export that is missing here stops the build. */
export const leaveOutJsonSchema = (): Plugin => ({
  name: 'leave-out-json-schema',
  apply: 'build',
  enforce: 'pre',
  load: async (id) => {
    if (!jsonSchema.test(id)) return undefined;
    const names = [...(await readFile(id, 'utf8')).matchAll(exported)].map(([, name]) => name);
    const absent = "const absent = () => () => { throw new Error('no JSON Schema here'); };";
    const renamed = id.endsWith('to-json-schema.js') ? 'export { processSchema as process };' : '';
    return absent + names.map((name) => `export const ${name} = absent;`).join('') + renamed;
  },
});
