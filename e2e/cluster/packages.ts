// The programs of others that the cluster is made of, by Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';

/** Where a package puts the program that is looked for. */
const programs = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
  'ceph-common': '/usr/bin/ceph',
  radosgw: '/usr/bin/radosgw',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const;

const postgresFolder = '/usr/lib/postgresql';

/** The folder of the programs of the newest PostgreSQL that is installed as a server; undefined where none is. */
export const postgresPrograms = (): string | undefined => {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder) : [];
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => `${postgresFolder}/${version}/bin`)
    .find((folder) => existsSync(`${folder}/initdb`));
};

/** Debian's packages that are missing here. */
export const missingPackages = (): string[] => {
  const missing = Object.entries(programs).flatMap(([name, file]) =>
    existsSync(file) ? [] : [name],
  );
  return postgresPrograms() ? missing : [...missing, 'postgresql'];
};

/** The command that installs them on Debian. */
export const installCommand = (missing: readonly string[]): string =>
  `apt-get install --no-install-recommends ${missing.join(' ')}`;

const startRules = '/usr/sbin/policy-rc.d';
const clusterRules = '/etc/postgresql-common/createcluster.conf';

/**
 * Installs them, without starting a service or making a database.
 * @throws where this user may not, this is no Debian, or apt-get fails
 */
export const installPackages = (missing: readonly string[]): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('Installing packages needs root and apt-get.');
  }
  // Debian's way to keep packages from starting their services.
  const isOurs = !existsSync(startRules);
  if (isOurs) writeFileSync(startRules, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const parameters = ['install', '-y', '--no-install-recommends'];
    const keepOurs = ['-o', 'Dpkg::Options::=--force-confold'];
    const run = (...list: string[]) =>
      spawnSync('apt-get', list, {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status;
    if (run('update') !== 0) throw new Error('apt-get update failed.');
    if (missing.includes('postgresql')) {
      if (run(...parameters, 'postgresql-common') !== 0) throw new Error('apt-get failed.');
      writeFileSync(clusterRules, 'create_main_cluster = false\n', { flag: 'a' });
    }
    if (run(...parameters, ...keepOurs, ...missing) !== 0) throw new Error('apt-get failed.');
  } finally {
    if (isOurs) spawnSync('rm', ['-f', startRules]);
  }
};
