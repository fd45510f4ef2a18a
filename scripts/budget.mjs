// `npm run budget`: the bytes of script that each screen of the built console loads, with its limit in web/budget.json,
// and those of the whole surveyor's page.
// Sizes are those of the `.br` files. A screen's figure includes everything that it needs when it is opened first: the
// entry, sign-in or shell, and the screen with its imports.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './install.mjs';

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);

/** The bytes of every screen, loaded and allowed. */
const readSizes = (dist) => {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));
  const budget = JSON.parse(readFileSync(path.join(root, 'web', 'budget.json'), 'utf8'));
  const bytesOf = (file) => {
    const compressed = path.join(dist, `${file}.br`);
    return statSync(existsSync(compressed) ? compressed : path.join(dist, file)).size;
  };
  /** The chunks and everything they import, each once. */
  const withImports = (keys, seen = new Set()) => {
    for (const key of keys) {
      if (seen.has(key)) continue;
      if (!manifest[key])
        throw new Error(`web/budget.json names ${key}, which the build does not have`);
      seen.add(key);
      withImports(manifest[key].imports ?? [], seen);
    }
    return seen;
  };
  return Object.entries(budget.screens).map(([name, { chunks, bytes }]) => {
    const keys = withImports([budget.entry, ...chunks]);
    const files = new Set([...keys].map((key) => manifest[key].file));
    const loaded = [...files].reduce((sum, file) => sum + bytesOf(file), 0);
    return { name, loaded, allowed: bytes };
  });
};

/** Sign-in to report on a phone, with everything that is fetched for work without a network: both languages, workers. */
const mostOfSurvey = 130_000;

const readSurvey = () => {
  const built = path.join(root, 'survey', 'dist');
  const scripts = readdirSync(built, { recursive: true }).filter((file) => file.endsWith('.js.br'));
  const loaded = scripts.reduce((sum, file) => sum + statSync(path.join(built, file)).size, 0);
  if (scripts.length === 0) throw new Error('survey/dist has no compressed scripts');
  return { name: "surveyor's page", loaded, allowed: mostOfSurvey };
};

const dist = path.resolve(process.argv[2] ?? path.join(root, 'web', 'dist'));
if (!process.argv[2]) ensureBuilt();
const sizes = [...readSizes(dist), ...(process.argv[2] ? [] : [readSurvey()])];
for (const { name, loaded, allowed } of sizes) {
  const verdict = loaded <= allowed ? '' : '  TOO MUCH';
  console.log(`${name.padEnd(16)} ${kb(loaded)} of ${kb(allowed)}${verdict}`);
}
process.exit(sizes.some(({ loaded, allowed }) => loaded > allowed) ? 1 : 0);
