// Three nodes of PostgreSQL under Patroni, and the three members of etcd that know who leads.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { postgresPrograms } from './packages.ts';
import {
  answers,
  endAll,
  fillIn,
  freePorts,
  here,
  launch,
  makeFolder,
  run,
  signalAll,
  until,
} from './processes.ts';

/** Times of Patroni in seconds. */
export interface Times {
  ttl: number;
  loopWait: number;
  retryTimeout: number;
}

/** The times that we ship for Patroni 3, and the shortest that Patroni 4 takes. */
export const shippedTimes: Times = { ttl: 7, loopWait: 1, retryTimeout: 3 };
export const cautiousTimes: Times = { ttl: 20, loopWait: 3, retryTimeout: 5 };

export interface DatabaseNode {
  name: string;
  /** Addresses as the others reach it. */
  port: number;
  apiPort: number;
  /** Kills Patroni and PostgreSQL, as a power cut does. */
  kill(): Promise<void>;
  /** Kills PostgreSQL alone. */
  killPostgres(): Promise<void>;
  /** Starts it again after a kill. */
  start(): void;
  /** Stops everything of it in the middle of what it does; nobody is told. */
  freeze(): void;
  thaw(): void;
  /** Takes its network away: nothing reaches it, and it reaches nobody. */
  cutOff(): void;
  reconnect(): void;
}

export interface DatabaseNodes {
  nodes: DatabaseNode[];
  superuserPassword: string;
  /** The node that Patroni says leads; undefined while none does. */
  leader(): Promise<DatabaseNode | undefined>;
  /** Waits until there are a leader, a synchronous standby and as many streaming standbys as there should be. */
  untilWhole(): Promise<void>;
  /** The standby for which each COMMIT waits. */
  synchronousStandby(): Promise<DatabaseNode>;
  /** Hands the lead to another node by Patroni's own call. */
  switchOver(): Promise<void>;
  /** The member of etcd that leads the others, to be killed and started again. */
  etcdLeader(): Promise<{ kill(): Promise<void>; start(): void }>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

const startEtcd = async (folder: string) => {
  const names = ['e0', 'e1', 'e2'];
  const ports = await freePorts(names.length * 2);
  const clientPort = (index: number) => ports[index] as number;
  const peerPort = (index: number) => ports[names.length + index] as number;
  const members = names.map((name, index) => `${name}=http://${here}:${peerPort(index)}`).join(',');
  const etcds = await Promise.all(
    names.map(async (name, index) => {
      const own = makeFolder(`${folder}/${name}`);
      const values = {
        NAME: name,
        FOLDER: own,
        HOST: here,
        CLIENT_PORT: clientPort(index),
        PEER_PORT: peerPort(index),
        MEMBERS: members,
      };
      const file = await fillIn('etcd.yml', values, `${own}/etcd.yml`);
      return {
        url: `http://${here}:${clientPort(index)}`,
        port: clientPort(index),
        start: () => void launch(own, '/usr/bin/etcd', ['--config-file', file]),
        kill: () => endAll(own),
      };
    }),
  );
  for (const { start } of etcds) start();
  // The members agree on a version after a moment; Patroni chooses its protocol by it, once.
  await until('etcd is ready', async () => {
    const asked = etcds.map(async ({ url }) => (await fetch(`${url}/version`)).text());
    return (await Promise.all(asked)).every((text) => /"etcdcluster":"3\.[1-9]/.test(text));
  });
  return etcds;
};

/**
 * The network of one node: a proxy for everything that it sends and gets. Stopped, it is a cable that was pulled.
 */
const layCable = async (
  folder: string,
  ways: readonly { listen: number; to: number }[],
): Promise<{ pull(): void; plug(): void }> => {
  const own = makeFolder(folder);
  const lines = ways.flatMap(({ listen, to }) => [
    `listen way_${listen}`,
    `  bind ${here}:${listen}`,
    `  server far ${here}:${to}`,
  ]);
  const file = `${own}/cable.cfg`;
  const times = ['connect 1s', 'client 6h', 'server 6h'].map((time) => `  timeout ${time}`);
  await writeFile(file, `${['defaults', '  mode tcp', ...times, ...lines].join('\n')}\n`);
  launch(own, '/usr/sbin/haproxy', ['-db', '-f', file]);
  return { pull: () => signalAll(own, 'SIGSTOP'), plug: () => signalAll(own, 'SIGCONT') };
};

/** Starts etcd and the nodes, and waits until they are whole. */
export const startDatabaseNodes = async (
  folder: string,
  times: Times = shippedTimes,
): Promise<DatabaseNodes> => {
  const etcds = await startEtcd(folder);
  const names = ['n0', 'n1', 'n2'];
  const password = () => randomBytes(18).toString('hex');
  const superuserPassword = password();
  const shared = {
    HOST: here,
    ADVERTISED_HOST: here,
    NETWORK: '127.0.0.0/8',
    TTL: times.ttl,
    LOOP_WAIT: times.loopWait,
    RETRY_TIMEOUT: times.retryTimeout,
    MAX_CONNECTIONS: 200,
    SHARED_BUFFERS: '64MB',
    POSTGRES_PROGRAMS: postgresPrograms() ?? '',
    SUPERUSER_PASSWORD: superuserPassword,
    REPLICATION_PASSWORD: password(),
    REWIND_PASSWORD: password(),
  };
  const nodes = await Promise.all(
    names.map(async (name): Promise<DatabaseNode> => {
      const ports = await freePorts(4 + etcds.length);
      const [port, apiPort, ownPort, ownApiPort, ...etcdPorts] = ports as [
        number,
        number,
        number,
        number,
        ...number[],
      ];
      const cable = await layCable(`${folder}/${name}-cable`, [
        { listen: port, to: ownPort },
        { listen: apiPort, to: ownApiPort },
        ...etcds.map((etcd, index) => ({
          listen: etcdPorts[index] as number,
          to: etcd.port,
        })),
      ]);
      const own = makeFolder(`${folder}/${name}`);
      const file = `${own}/patroni.yml`;
      await fillIn(
        'patroni.yml',
        {
          ...shared,
          NAME: name,
          FOLDER: own,
          PORT: ownPort,
          API_PORT: ownApiPort,
          ADVERTISED_PORT: port,
          ADVERTISED_API_PORT: apiPort,
          ETCD_HOSTS: JSON.stringify(etcdPorts.map((etcdPort) => `${here}:${etcdPort}`)),
        },
        file,
      );
      return {
        name,
        port,
        apiPort,
        kill: () => endAll(own),
        killPostgres: async () => {
          const pid = (await readFile(`${own}/data/postmaster.pid`, 'utf8')).split('\n')[0];
          process.kill(Number(pid), 'SIGKILL');
        },
        start: () =>
          void launch(own, '/usr/bin/patroni', [file], {
            // The way to etcd leads through the cable, and not where etcd says that its members are.
            PATRONI_ETCD3_USE_PROXIES: 'true',
          }),
        freeze: () => signalAll(own, 'SIGSTOP'),
        thaw: () => signalAll(own, 'SIGCONT'),
        cutOff: cable.pull,
        reconnect: cable.plug,
      };
    }),
  );
  const members = async (): Promise<Member[]> => {
    const asked = nodes.map(async ({ apiPort }) => {
      const answer = await fetch(`http://${here}:${apiPort}/cluster`, {
        signal: AbortSignal.timeout(2000),
      });
      return ((await answer.json()) as { members: Member[] }).members;
    });
    return await Promise.any(asked).catch(() => []);
  };
  const leader = async () => {
    const asked = nodes.map(async (node) => {
      if (await answers(`http://${here}:${node.apiPort}/primary`, 'OPTIONS')) return node;
      throw new Error('not it');
    });
    return await Promise.any(asked).catch(() => undefined);
  };
  const untilWhole = () =>
    until('the database has a leader, a synchronous and another standby', async () => {
      const all = await members();
      const standbys = all.filter(
        ({ role, state }) => role !== 'leader' && /^(running|streaming)$/.test(state),
      );
      return (
        all.some(({ role, state }) => role === 'leader' && state === 'running') &&
        standbys.some(({ role }) => role === 'sync_standby') &&
        standbys.length === nodes.length - 1 &&
        standbys.every(({ lag }) => typeof lag === 'number' && lag < 2 ** 20)
      );
    });
  // The first makes the database; the others copy it.
  (nodes[0] as DatabaseNode).start();
  await until('the first node leads', async () => (await leader()) !== undefined);
  for (const node of nodes.slice(1)) node.start();
  await untilWhole();
  return {
    nodes,
    superuserPassword,
    leader,
    untilWhole,
    synchronousStandby: async () => {
      const { name } = (await members()).find(({ role }) => role === 'sync_standby') ?? {};
      const found = nodes.find((node) => node.name === name);
      if (!found) throw new Error('no standby is synchronous');
      return found;
    },
    switchOver: async () => {
      const from = await leader();
      const response = await fetch(`http://${here}:${from?.apiPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: from?.name }),
      });
      if (!response.ok) throw new Error(`switchover: ${await response.text()}`);
    },
    etcdLeader: async () => {
      for (const etcd of etcds) {
        const parameters = ['--endpoints', etcd.url, 'endpoint', 'status', '-w', 'json'];
        const [status] = JSON.parse(await run(folder, '/usr/bin/etcdctl', parameters)) as {
          Status: { header: { member_id: number }; leader: number };
        }[];
        if (status?.Status.header.member_id === status?.Status.leader) return etcd;
      }
      throw new Error('etcd has no leader');
    },
  };
};

/** Makes the servers' role and database, once. */
export const makeOperation = async (url: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create role survey login password '${password}'`);
    await client.query('create database survey owner survey');
  } finally {
    await client.end();
  }
};
