// An object store that speaks S3: Ceph's gateway, with one monitor and one OSD in memory.
import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { fillIn, freePorts, here, launch, makeFolder, run, signalAll, until } from './processes.ts';

const bucket = 'survey-photos';
const keys = { accessKeyId: 'field-survey', secretAccessKey: randomUUID() };

export interface ObjectStore {
  /** PHOTO_STORE and its keys. */
  settings: Record<string, string>;
  /** A stored photo; undefined where it is not there. */
  read(name: string): Promise<Buffer | undefined>;
  /** Kills the gateway, and starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts it with an empty bucket. */
export const startObjectStore = async (folder: string): Promise<ObjectStore> => {
  const own = makeFolder(folder);
  const gateway = makeFolder(`${own}/rgw`);
  const [monPort, monOldPort, s3Port] = (await freePorts(3)) as [number, number, number];
  const fsid = randomUUID();
  const osd = randomUUID();
  const values = {
    FSID: fsid,
    HOST: here,
    FOLDER: own,
    MON_PORT: monPort,
    MON_OLD_PORT: monOldPort,
    S3_PORT: s3Port,
  };
  const conf = ['-c', await fillIn('ceph.conf', values, `${own}/ceph.conf`)];
  const address = `[v2:${here}:${monPort},v1:${here}:${monOldPort}]`;
  const map = ['--create', '--fsid', fsid, '--addv', 'a', address, `${own}/monmap`];
  await run(own, '/usr/bin/monmaptool', map);
  await run(own, '/usr/bin/ceph-mon', [
    ...conf,
    '--mkfs',
    '--id',
    'a',
    '--monmap',
    `${own}/monmap`,
  ]);
  launch(own, '/usr/bin/ceph-mon', [...conf, '-f', '--id', 'a']);
  await run(own, '/usr/bin/ceph', [...conf, 'osd', 'new', osd]);
  makeFolder(`${own}/osd`);
  await run(own, '/usr/bin/ceph-osd', [...conf, '--id', '0', '--mkfs', '--osd-uuid', osd]);
  launch(own, '/usr/bin/ceph-osd', [...conf, '-f', '--id', '0']);
  const rights = ['osd', 'allow rwx', 'mon', 'allow rw', '-o', `${own}/keyring`];
  await run(own, '/usr/bin/ceph', [...conf, 'auth', 'get-or-create', 'client.rgw.r', ...rights]);
  const endpoint = `http://${here}:${s3Port}`;
  const start = async () => {
    launch(gateway, '/usr/bin/radosgw', [...conf, '-f', '-n', 'client.rgw.r']);
    await until('the object store answers', async () => {
      await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
      return true;
    });
  };
  await start();
  await run(own, '/usr/bin/radosgw-admin', [
    ...['-n', 'client.rgw.r', ...conf, 'user', 'create', '--uid', 'survey'],
    ...['--display-name', 'survey', '--access-key', keys.accessKeyId],
    ...['--secret-key', keys.secretAccessKey],
  ]);
  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1', retries: 0 });
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (!made.ok) throw new Error(`The bucket: ${made.status} ${await made.text()}`);
  return {
    settings: {
      PHOTO_STORE: `s3://${bucket}/photos?endpoint=${encodeURIComponent(endpoint)}`,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    read: async (name) => {
      const response = await client.fetch(`${endpoint}/${bucket}/photos/${name}`);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    },
    kill: async () => {
      // Only the gateway has its folder as working directory.
      signalAll(gateway, 'SIGKILL');
    },
    start,
  };
};
