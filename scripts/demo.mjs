// `npm run demo`: the console with a sample operation, from a fresh clone. A second start keeps the data.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, ensureInstalled, root } from './install.mjs';

const dataDir = path.resolve(process.env.DATA_DIR ?? path.join(root, 'data', 'demo'));

/** Generated at the first start and stored beside the data, so that no password is in the source. */
const signIn = () => {
  const file = path.join(dataDir, 'sign-in.json');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const made = { email: 'admin@example.org', password: randomBytes(9).toString('base64url') };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
};

/** The streets of the sample under the map, as a file beside the data. */
const streetsFile = 'streets.pmtiles';

const startServer = (administrator) =>
  new Promise((resolve, reject) => {
    const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
      cwd: root,
      // The server ends when this channel closes, however this process ends.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        TIME_ZONE: 'Asia/Karachi',
        LOG_LEVEL: 'warn',
        MAP_PMTILES: streetsFile,
        ...process.env,
        DATA_DIR: dataDir,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      },
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, address] = /ready at (\S+)/.exec(line) ?? [];
      if (address) resolve({ server, address });
      else console.log(line);
    });
  });

ensureInstalled();
ensureBuilt();
// Files that are written from here on are readable by their owner only.
process.umask(0o077);
const { loadSampleOperation, samplePassword } = await import('../field/dist/sample-operation.js');
const { sampleStreets } = await import('../field/dist/sample-streets.js');
const { renderUnicodeCompact } = await import('uqr');

const administrator = signIn();
// Made at each start: it takes a second, and a later version may draw more.
writeFileSync(path.join(dataDir, streetsFile), sampleStreets());
const { server, address } = await startServer(administrator).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));
endWithNpm(() => server.kill('SIGTERM'));
server.once('exit', (code) => process.exit(code ?? 0));

const loaded = path.join(dataDir, 'sample-loaded');
if (!existsSync(loaded)) {
  console.log('Loading a sample operation (once, about a minute) ...');
  await loadSampleOperation({
    baseUrl: address,
    adminEmail: administrator.email,
    adminPassword: administrator.password,
    onProgress: (line) => console.log(`  ${line}`),
  });
  writeFileSync(loaded, '');
}
const { port } = new URL(address);
const survey = `http://localhost:${port}/survey`;
const indented = (text) => text.replace(/^/gm, '  ');
console.log(`
  Field Survey is running with a sample operation.

  Open      ${address}
  Email     ${administrator.email}
  Password  ${administrator.password}

  Survey    ${survey}   (as a surveyor: ali.raza, password ${samplePassword})

${indented(renderUnicodeCompact(survey))}

  The page for surveyors opens in this machine's browser. A phone needs HTTPS for its camera and place; one that is
  connected by USB needs "adb reverse tcp:${port} tcp:${port}", and then scans the code above.
  Stop with Ctrl+C; "npm run demo" starts again with the same data (${path.relative(root, dataDir) || dataDir}).
`);
