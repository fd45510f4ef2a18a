// `npm run cluster`: brings a whole installation up on this machine for trying, and takes it down at Ctrl+C.
// `npm run cluster -- --install` installs Debian's packages first.
import { parseArgs } from 'node:util';
import { administrator } from '../server-process.ts';
import { startCluster } from './cluster.ts';
import { installCommand, installPackages, missingPackages } from './packages.ts';

const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } });

const missing = process.platform === 'linux' ? missingPackages() : ['Debian or another Linux'];
if (missing.length > 0) {
  if (!values.install) {
    console.error(`Missing here: ${missing.join(', ')}.`);
    console.error(`On Debian, as root: ${installCommand(missing)}`);
    console.error('or: npm run cluster -- --install (starts no service of theirs)');
    process.exit(1);
  }
  installPackages(missing);
}

const begin = performance.now();
const onBegin = (takeDown: () => Promise<void>) => {
  let isGoing = false;
  const end = async () => {
    if (isGoing) return;
    isGoing = true;
    await takeDown();
    console.log('Everything is down, and its folder removed.');
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
};
const cluster = await startCluster({ say: (line) => console.log(line), onBegin });
console.log(`Up after ${((performance.now() - begin) / 1000).toFixed(0)} s.`);
console.log(`console   ${cluster.url}  (${administrator.email}, ${administrator.password})`);
console.log(`database  ${cluster.databaseUrl}`);
console.log(`replica   ${cluster.replicaUrl}`);
for (const { name, apiPort } of cluster.database.nodes)
  console.log(`node ${name}   http://127.0.0.1:${apiPort}/cluster`);
console.log('Ctrl+C takes everything down.');
