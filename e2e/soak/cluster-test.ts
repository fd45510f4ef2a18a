// The short test of a cluster, `CLUSTER_TEST=1 npm test`: the tests of the photo store on Ceph's gateway, and PostgreSQL
// of the primary killed under load. Ends with 1 where anything is wrong, and with 0 and a word where it cannot be tried.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startObjectStore } from '../cluster/object-store.ts';
import { missingPackages } from '../cluster/packages.ts';
import { endAll, makeFolder } from '../cluster/processes.ts';
import { clusterSoak } from './cluster-soak.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Whether the tests of the photo store and of backups of a bucket hold on Ceph. */
const storeTests = async (): Promise<boolean> => {
  const folder = makeFolder(await mkdtemp(path.join(os.tmpdir(), 'survey-ceph-')));
  try {
    const { settings } = await startObjectStore(folder);
    const files = ['plugins/photo-store.test.ts', 'backup/damaged-photos.test.ts'];
    const parameters = ['run', '--project', 'server', ...files.map((file) => `server/src/${file}`)];
    const tests = spawn(path.join(root, 'node_modules/.bin/vitest'), parameters, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_PHOTO_STORE: settings.PHOTO_STORE,
        TEST_ACCESS_KEY_ID: settings.AWS_ACCESS_KEY_ID,
        TEST_SECRET_ACCESS_KEY: settings.AWS_SECRET_ACCESS_KEY,
      },
    });
    const [code] = await once(tests, 'close');
    return code === 0;
  } finally {
    await endAll(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
};

const missing = process.platform === 'linux' ? missingPackages() : ['Debian or another Linux'];
if (missing.length > 0) {
  console.log(`NOT TRIED, missing here: ${missing.join(', ')}.`);
  process.exit(0);
}
const isStoreRight = await storeTests();
const { lost, doubled, wrong, exports, acknowledged } = await clusterSoak({
  names: ['PostgreSQL of the primary killed'],
  say: (line) => console.log(line),
});
const found = [...lost, ...doubled, ...wrong, ...exports.short];
for (const one of found) console.error(one);
console.log(`${acknowledged} acknowledged, ${found.length} lost, doubled or wrong`);
process.exit(isStoreRight && found.length === 0 && acknowledged > 0 ? 0 : 1);
