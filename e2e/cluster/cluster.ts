// A whole installation on one machine: three database nodes, HAProxy, two of our servers, an object store. Everything
// lies under one folder and listens on loopback.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ServerProcess, startServer } from '../server-process.ts';
import {
  type DatabaseNodes,
  makeOperation,
  startDatabaseNodes,
  type Times,
} from './database-nodes.ts';
import { type ObjectStore, startObjectStore } from './object-store.ts';
import {
  answers,
  endAll,
  fillIn,
  freePorts,
  here,
  launch,
  makeFolder,
  until,
} from './processes.ts';

export interface Cluster {
  folder: string;
  /** The address of people and phones. */
  url: string;
  /** DATABASE_URL of the servers: wherever the leader is. */
  databaseUrl: string;
  /** A standby for which nobody waits. */
  replicaUrl: string;
  database: DatabaseNodes;
  store: ObjectStore;
  servers: ServerProcess[];
  /** Ends every process and removes the folder. */
  takeDown(): Promise<void>;
}

export interface ClusterOptions {
  /** Times of Patroni; the shipped ones if not given. */
  times?: Times;
  /** Further settings of the servers. */
  settings?: NodeJS.ProcessEnv;
  /** Called with one line for each part that is up. */
  say?: (line: string) => void;
  /** Called at the beginning with what takes everything down, whatever is up by then. */
  onBegin?: (takeDown: () => Promise<void>) => void;
}

const haproxy = async (
  folder: string,
  template: 'haproxy-database.cfg' | 'haproxy-servers.cfg',
  values: Record<string, string | number>,
) => {
  const own = makeFolder(folder);
  const file = await fillIn(template, { HOST: here, ...values }, `${own}/haproxy.cfg`);
  launch(own, '/usr/sbin/haproxy', ['-db', '-f', file]);
};

/**
 * Brings everything up.
 * @throws where something does not come up; its processes have ended then, and the folder with the logs is left
 */
export const startCluster = async (options: ClusterOptions = {}): Promise<Cluster> => {
  const { times, settings, say = () => undefined } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-cluster-'));
  makeFolder(folder);
  const servers: ServerProcess[] = [];
  const endProcesses = async () => {
    await Promise.all(servers.map(({ kill }) => kill()));
    await endAll(folder);
  };
  const takeDown = async () => {
    await endProcesses();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  options.onBegin?.(takeDown);
  try {
    say(`folder ${folder}`);
    const [database, store] = await Promise.all([
      startDatabaseNodes(folder, times),
      startObjectStore(`${folder}/ceph`),
    ]);
    say('three database nodes, etcd and the object store are up');
    const [writePort, readPort, webPort] = (await freePorts(3)) as [number, number, number];
    await haproxy(`${folder}/haproxy-database`, 'haproxy-database.cfg', {
      WRITE_PORT: writePort,
      READ_PORT: readPort,
      NODES: database.nodes
        .map(({ name, port, apiPort }) => `  server ${name} ${here}:${port} check port ${apiPort}`)
        .join('\n'),
    });
    const superuser = `postgres://postgres:${database.superuserPassword}@${here}:${writePort}/postgres`;
    const password = randomBytes(18).toString('hex');
    await until('the database answers', async () => {
      await makeOperation(superuser, password);
      return true;
    });
    const address = (port: number) => `postgres://survey:${password}@${here}:${port}/survey`;
    const serverSettings = { DATABASE_URL: address(writePort), ...store.settings, ...settings };
    for (let count = 0; count < 2; count += 1) {
      servers.push(await startServer(serverSettings, folder));
    }
    await haproxy(`${folder}/haproxy-servers`, 'haproxy-servers.cfg', {
      WEB_PORT: webPort,
      SERVERS: servers
        .map(({ url }, index) => `  server s${index} ${new URL(url).host} check`)
        .join('\n'),
    });
    const url = `http://${here}:${webPort}`;
    await until('the servers answer behind HAProxy', () => answers(`${url}/health/ready`));
    say('two servers are up');
    return {
      folder,
      url,
      databaseUrl: address(writePort),
      replicaUrl: address(readPort),
      database,
      store,
      servers,
      takeDown,
    };
  } catch (error) {
    await endProcesses();
    say(`not up; its logs are left in ${folder}`);
    throw error;
  }
};
