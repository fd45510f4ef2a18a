// What the console never reaches, but no bundler can leave out by itself. Each is code of the first view, and
// every browser would read and run it before the first paint.
import { readFile } from 'node:fs/promises';
import { type Plugin, parseAst } from 'vite';

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

/** Of a call: what the server checks and the API's description says. */
const serverSide = ['summary', 'input', 'errors', 'example'];
const readsServerSide = new RegExp(`\\bcalls\\.\\w+\\.(?:${serverSide.join('|')})\\b`);

interface Property {
  start: number;
  end: number;
  key: { name?: string };
}

/** The properties of all calls that a module of the contract declares (`export const x = defineCall({…})`). */
const callProperties = (code: string): Property[] =>
  // The tree's own types are those of every language feature; these are the few fields that a declaration has.
  (parseAst(code).body as unknown as Declaration[]).flatMap(({ declaration }) =>
    (declaration?.declarations ?? [])
      .filter(({ init }) => init?.callee?.name === 'defineCall')
      .flatMap(({ init }) => init?.arguments?.[0]?.properties ?? []),
  );

interface Declaration {
  declaration?: {
    declarations?: {
      init?: { callee?: { name?: string }; arguments?: { properties?: Property[] }[] };
    }[];
  };
}

/**
 * Calls without what only the server reads of them: sentences, examples, and the schemas of what is sent, which
 * types have checked. A screen that asks for one of these stops the build.
 */
export const leaveOutServerSide = (): Plugin => ({
  name: 'leave-out-server-side',
  apply: 'build',
  transform: (code, id) => {
    if (id.includes('/web/src/') && readsServerSide.test(code)) {
      throw new Error(`leave-out.ts: ${id} reads what only the server has of a call`);
    }
    if (!id.includes('/contract/src/') || !code.includes('defineCall(')) return undefined;
    const left = callProperties(code)
      .filter(({ key }) => serverSide.includes(key.name ?? ''))
      .sort((one, other) => other.start - one.start)
      .reduce(
        (rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''),
        code,
      );
    return { code: left, map: null };
  },
});
