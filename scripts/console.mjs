// `npm run console -- --api https://survey.example.org [--port 8081]`: the console alone, for a backend that
// runs elsewhere and speaks the calls of spec 7.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureConsole, ensureInstalled, root } from './install.mjs';
import { consoleServer } from './serve-console.mjs';

const usage = `Usage: npm run console -- --api ADDRESS [--port PORT] [--host HOST] [--folder FOLDER]
  --api     address of the backend, such as https://survey.example.org
  --port    port of the console (PORT, else 8081)
  --host    address to listen on (HOST, else 127.0.0.1)
  --folder  a console that is built already; without it the console is built where it must be`;

const refuse = (problem) => {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
};

const given = () => {
  try {
    const text = { type: 'string' };
    return parseArgs({ options: { api: text, port: text, host: text, folder: text } }).values;
  } catch (error) {
    return refuse(error.message);
  }
};

const readAddress = (written) => {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refuse(`--api must be a web address: ${written}`);
  }
  return url;
};

const {
  api,
  port = process.env.PORT ?? '8081',
  host = process.env.HOST ?? '127.0.0.1',
  folder,
} = given();
if (!api) refuse('--api is missing.');
const address = readAddress(api);
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) refuse(`--port must be a port: ${port}`);

if (!folder) {
  ensureInstalled();
  ensureConsole();
}
const server = consoleServer({
  folder: folder ? path.resolve(folder) : path.join(root, 'web', 'dist'),
  api: address,
  mapsUrl: process.env.MAPS_URL || null,
});
server.once('error', (error) => refuse(`The console cannot listen: ${error.message}`));
server.listen(Number(port), host, () => {
  const { port: listening } = server.address();
  const shownHost = host.includes(':') ? `[${host}]` : host;
  console.log(`The console for ${address.origin} is ready at http://${shownHost}:${listening}`);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
