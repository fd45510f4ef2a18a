import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leaveOutJsonSchema } from './leave-out.ts';
import { precompress } from './precompress.ts';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [leaveOutJsonSchema(), react(), precompress()],
  build: {
    // Inlined data: URLs would need wider rules in the Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Vite's polyfill would be an inline script, which the policy forbids.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    // What each screen loads: scripts/budget.mjs compares it with budget.json.
    manifest: true,
  },
  // The code pages of old .xls files are a chunk of their own, and only modules can have chunks.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/logout': server, '/config.json': server },
  },
});
