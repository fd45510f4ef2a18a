// The container is not built and the unit not installed here; the files and settings that they name must exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { secretNames, settingNames } from '../config.ts';
import { compiledServer } from '../testing/compiled-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Environment variables that the server or Node reads. */
const known = new Set<string>([
  ...settingNames,
  ...secretNames.map((name) => `${name}_FILE`),
  'NODE_ENV',
]);

describe('the Dockerfile', () => {
  /** Instructions, a continued one on one line, without comments. */
  const instructions = read('deploy/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const argumentsOf = (name: string) =>
    instructions
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1));

  test('is one that a linter has nothing to say about', () => {
    expect(validate(read('deploy/Dockerfile'))).toEqual([]);
    const [wrong] = validate('FROM node\nADDD x y\n');
    expect(wrong?.message).toContain('Unknown instruction');
  });

  test('copies what is there, from stages that are there', () => {
    const stages = argumentsOf('FROM').map((line) => / AS (\w+)$/.exec(line)?.[1]);
    for (const line of argumentsOf('COPY')) {
      const words = line.split(/\s+/);
      const [, stage] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? [];
      if (stage) {
        expect(stages).toContain(stage);
        continue;
      }
      for (const source of words.slice(0, -1))
        expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
    }
  });

  test('brings the manifest of every workspace, so that the lock file fits', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const copied = argumentsOf('COPY').join('\n');
    for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`);
  });

  test('ends as an ordinary user, with a check of its health, and starts what is there', () => {
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('HEALTHCHECK').join()).toContain('/health/ready');
    expect(argumentsOf('CMD').map((line) => JSON.parse(line))).toEqual([
      ['node', ...compiledServer],
    ]);
    expect(existsSync(path.join(root, compiledServer.at(-1) ?? '?'))).toBe(true);
  });

  test('has what is built and the packages for production, and no sources', () => {
    const [, last = ''] = read('deploy/Dockerfile').split(/^FROM (?!.* AS ).*$/m);
    const copied = [...last.matchAll(/^COPY (.+)$/gm)].map(([, line]) => line);
    expect(copied).toEqual([
      '--from=packages /app/node_modules node_modules',
      'package.json ./',
      '--from=built /app/sbom.cdx.json /app/third-party-licences.txt ./',
      '--from=built /app/server/dist server/dist',
      '--from=built /app/web/dist web/dist',
      '--from=built /app/survey/dist survey/dist',
    ]);
    expect(read('deploy/Dockerfile')).toMatch(
      /AS packages\n(#.*\n)*RUN npm ci --ignore-scripts --omit=dev/,
    );
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies?: object };
    expect(dependencies).toBeUndefined();
  });

  test('runs no install script, has one version of Node, and nothing that installs or compiles', () => {
    const run = argumentsOf('RUN').join('\n');
    expect(run.match(/npm ci/g)).toEqual(
      run.match(/npm ci --ignore-scripts/g)?.map(() => 'npm ci'),
    );
    const outside = argumentsOf('FROM').filter((line) => !/^(manifests) AS/.test(line));
    const images = new Set(outside.map((line) => line.split(' ')[0]));
    expect([...images]).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim$/)]);
    const [, last = ''] = read('deploy/Dockerfile').split(/^FROM (?!.* AS ).*$/m);
    expect(last).toContain('rm -rf /usr/local/lib/node_modules');
    expect(last).not.toMatch(/apt-get|\bgcc\b|npm (ci|install|run)/);
  });

  test('sets settings that the server knows', () => {
    const names = argumentsOf('ENV').flatMap((line) => line.match(/\b[A-Z_]+(?==)/g) ?? []);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(known).toContain(name);
  });
});

interface Service {
  image: string;
  user?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  volumes?: string[];
  secrets?: string[];
  networks?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
}

describe('the compose file', () => {
  const { services, volumes, networks, secrets } = parse(read('deploy/compose.yaml'), {
    merge: true,
  }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
    networks: Record<string, { internal?: boolean } | null>;
    secrets: Record<string, { file: string }>;
  };
  const each = Object.entries(services);

  test('gives the server settings that it knows, as an ordinary role of the database', () => {
    const { environment = {} } = services.survey ?? {};
    for (const name of Object.keys(environment)) expect(known).toContain(name);
    expect(environment.DATABASE_URL).toBe('postgres://survey@database:5432/survey?sslmode=disable');
    expect(environment.TRUST_PROXY).toBe('true');
    expect(services.database?.environment?.POSTGRES_USER).toBeUndefined();
    expect(read('deploy/database-role.sh')).toMatch(
      /create role survey login nosuperuser nocreatedb nocreaterole noreplication/,
    );
  });

  test.each(
    each,
  )('confines %s: no writing, no rights, limited memory, limited processes', (_, service) => {
    expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.cap_add ?? []).toEqual(service === services.proxy ? ['NET_BIND_SERVICE'] : []);
  });

  test('takes images of one version each', () => {
    const others = each.filter(([name]) => name !== 'survey').map(([, { image }]) => image);
    for (const image of others) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-alpine)?$/);
  });

  test('lets people reach the proxy only, and neither server nor database call anybody', () => {
    const open = each.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name);
    expect(open).toEqual(['proxy']);
    const ways = Object.entries(networks).filter(([, network]) => !network?.internal);
    expect(ways.map(([name]) => name)).toEqual(['outside']);
    const outside = each.filter(([, service]) => service.networks?.includes('outside'));
    expect(outside.map(([name]) => name)).toEqual(['proxy']);
    expect(services.database?.networks).toEqual(['storage']);
  });

  test('names what is there, and has every secret in a file', () => {
    for (const [, service] of each) {
      for (const name of Object.keys(service.depends_on ?? {}))
        expect(services).toHaveProperty(name);
      for (const network of service.networks ?? []) expect(networks).toHaveProperty(network);
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        if (!from.startsWith('./')) expect(volumes).toHaveProperty(from);
        else expect([from, existsSync(path.join(root, 'deploy', from))]).toEqual([from, true]);
      }
      for (const [name, value] of Object.entries(service.environment ?? {}))
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name)) {
          expect(name).toMatch(/_FILE$/);
          expect(value).toMatch(/^\/run\/secrets\/\w+$/);
          expect(service.secrets).toContain(path.basename(value));
        }
    }
    const made = read('deploy/make-secrets.sh');
    for (const name of Object.keys(secrets)) expect(made).toContain(name);
    const ignored = read('.gitignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['/deploy/.env', '/deploy/secrets/']));
  });

  test('is one that compose understands', async ({ annotate }) => {
    const found = ['docker-compose'].find((name) => existsSync(`/usr/bin/${name}`));
    if (!found) {
      await annotate('docker-compose is not installed: the file was read as YAML only.');
      return;
    }
    const file = path.join(root, 'deploy/compose.yaml');
    const settings = { SITE_ADDRESS: 'survey.example.org', ADMIN_EMAIL: 'a@example.org' };
    execFileSync(found, ['-f', file, 'config', '--quiet'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...settings },
    });
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/field-survey.service');

  test('starts what is there, with settings that the server knows', () => {
    expect(unit.split('\n')).toContain(`ExecStart=/usr/bin/node ${compiledServer.join(' ')}`);
    for (const [, name] of unit.matchAll(/^Environment=(\w+)=/gm)) expect(known).toContain(name);
  });

  test('keeps the server to itself', () => {
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'DynamicUser=yes',
      'CapabilityBoundingSet=',
    ])
      expect(unit.split('\n')).toContain(line);
  });

  test('is one that systemd understands', async ({ annotate }) => {
    const sections = unit.replace(/^#.*\n/gm, '').split(/^\[(\w+)\]\n/m);
    expect(sections.filter((_, at) => at % 2 === 1)).toEqual(['Unit', 'Service', 'Install']);
    for (const line of unit.split('\n').filter(Boolean))
      expect(line).toMatch(/^(#.*|\[\w+\]|[A-Z]\w+=.*)$/);
    if (!existsSync('/usr/bin/systemd-analyze')) {
      await annotate('systemd-analyze is not installed: only the form of the unit was looked at.');
      return;
    }
    const file = path.join(root, 'deploy/field-survey.service');
    const said = execFileSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: os.tmpdir(),
    });
    expect(said).toBe('');
    // It ends with 1 where more than 2.0 of 10 is left open.
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });

  test('bounds memory and processes, and filters calls of the system', () => {
    for (const name of ['MemoryMax', 'TasksMax', 'SystemCallFilter', 'SystemCallArchitectures'])
      expect(unit).toMatch(new RegExp(`^${name}=.+$`, 'm'));
    expect(unit).toMatch(/^#LoadCredential=database-url:/m);
    expect(unit).toMatch(/^#Environment=DATABASE_URL_FILE=%d\/database-url$/m);
  });
});

test('docs/operations.md describes every setting', () => {
  const described = read('docs/operations.md');
  expect(settingNames.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
