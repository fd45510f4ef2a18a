// Serves the files of the built console, for any backend with the calls of spec 7.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** The content security policy: the console's own files, and calls and photos of the backend. */
const policy = (api) =>
  [
    "default-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${api.origin}`,
    `connect-src 'self' ${api.origin}`,
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** The file of a path in the folder; undefined where it has none, or where the path leads out of it. */
const fileOf = (folder, pathname) => {
  const file = path.join(folder, pathname);
  return file.startsWith(folder + path.sep) && isFile(file) ? file : undefined;
};

const decoded = (pathname) => {
  try {
    // The file system throws for a path with NUL.
    return decodeURIComponent(pathname).replaceAll('\0', '');
  } catch {
    return '/';
  }
};

/**
 * A server, not yet listening, that answers the files of `folder`, /config.json naming the backend, and
 * index.html for every other path, because the console's routes are paths.
 */
export const consoleServer = ({ folder, api, mapsUrl = null }) => {
  const headers = {
    'content-security-policy': policy(api),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const config = JSON.stringify({ apiBaseUrl: api.href.replace(/\/+$/, ''), mapsUrl });
  return createServer((request, response) => {
    const answer = (status, more, body) => {
      response.writeHead(status, { ...headers, ...more });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer(405, { allow: 'GET, HEAD' });
    }
    const pathname = decoded(request.url.split('?', 1)[0]);
    if (pathname === '/config.json') {
      return answer(200, { 'content-type': types['.json'], 'cache-control': 'no-cache' }, config);
    }
    const isAsset = pathname.startsWith('/assets/');
    const file = fileOf(folder, pathname);
    // An old page may ask for a removed asset: index.html in its place would be run as a script.
    if (!file && isAsset) return answer(404, { 'content-type': 'text/plain' }, 'Not found');
    const shown = file ?? path.join(folder, 'index.html');
    const caching = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
    const type = types[path.extname(shown)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type, 'cache-control': caching });
    if (request.method === 'HEAD') return response.end();
    createReadStream(shown)
      .on('error', () => response.destroy())
      .pipe(response);
  });
};
