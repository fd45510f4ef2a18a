import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { precompress } from '../web/build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/survey/',
  // The version stands in package.json alone.
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version) },
  plugins: [react(), serviceWorker(), precompress()],
  build: {
    // Inlined data: URLs would need wider rules in the Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    manifest: true,
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/storage': server, '/logout': server },
  },
});
