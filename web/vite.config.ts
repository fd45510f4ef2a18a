import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { checkChunks, chunkGroups } from './build/chunks.ts';
import { compileHint } from './build/compile-hint.ts';
import { leaveOutJsonSchema } from './build/leave-out.ts';
import { precompress } from './build/precompress.ts';
import { preloadFont } from './build/preload-font.ts';

/** What several screens share would be named after all of them. */
const fileName = (name: string, ending = '[extname]') =>
  `assets/${name.startsWith('shared~') ? 'shared' : name}-[hash]${ending}`;

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  // The version stands in package.json alone.
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  plugins: [
    leaveOutJsonSchema(),
    react(),
    preloadFont(),
    compileHint(),
    checkChunks(),
    precompress(),
  ],
  build: {
    // Inlined data: URLs would need wider rules in the Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Vite's polyfill would be an inline script, which the policy forbids.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // What each screen loads: scripts/budget.mjs compares it with budget.json.
    manifest: true,
    rolldownOptions: {
      // A schema that nothing reads is left out: making one changes nothing else.
      treeshake: { manualPureFunctions: ['z', 'defineCall'] },
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: ({ name }) => fileName(name, '.js'),
        assetFileNames: ({ names }) => fileName(names[0]?.replace(/\.\w+$/, '') ?? 'asset'),
      },
    },
  },
  // The code pages of old .xls files are a chunk of their own, and only modules can have chunks.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/logout': server, '/config.json': server },
  },
});
