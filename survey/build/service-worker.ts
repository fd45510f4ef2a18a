// Writes the service worker beside the page: with the list of the page's files, and a name for exactly these.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };

const source = path.resolve(import.meta.dirname, '..', 'src', 'service-worker.ts');
const home = '/survey/';

/** Not fetched by the page: compressed twins, the build's own list, the worker itself. */
const isForPage = (file: string) =>
  !/\.(br|gz|map)$|^\.vite|^sw\.js$/.test(file) && /\.\w+$/.test(file);

/** A file of the build as the page asks for it. */
const addressOf = (file: string) =>
  file === 'index.html' ? home : home + file.split(path.sep).join('/');

export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }) => {
    const files = (await readdir(dir, { recursive: true })).filter(isForPage).sort();
    const digest = createHash('sha256');
    for (const file of files) digest.update(file).update(await readFile(path.join(dir, file)));
    await build({
      entryPoints: [source],
      outfile: path.join(dir, 'sw.js'),
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      define: {
        __FILES__: JSON.stringify(files.map(addressOf)),
        __BUILD__: JSON.stringify(digest.digest('hex').slice(0, 16)),
        'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version),
      },
      logLevel: 'warning',
    });
  },
});
