// `npm run budget`: the bytes of script that each screen of the built console loads, and its limit in web/budget.json.
// Sizes are those of the `.br` files. A screen's figure includes everything that it needs when it is opened first: the
// entry, sign-in or shell, and the screen with its imports.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureConsole, root } from './install.mjs';

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

const dist = path.resolve(process.argv[2] ?? path.join(root, 'web', 'dist'));
if (!process.argv[2]) ensureConsole();
const sizes = readSizes(dist);
for (const { name, loaded, allowed } of sizes) {
  const verdict = loaded <= allowed ? '' : '  TOO MUCH';
  console.log(`${name.padEnd(16)} ${kb(loaded)} of ${kb(allowed)}${verdict}`);
}
process.exit(sizes.some(({ loaded, allowed }) => loaded > allowed) ? 1 : 0);
