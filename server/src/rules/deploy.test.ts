// The container is not built and the unit not installed here; the files and settings that they name must exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '../config.ts';
import { compiledServer } from '../testing/compiled-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Environment variables that the server or Node reads. */
const known = new Set<string>([...settingNames, 'NODE_ENV']);

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
      'scripts scripts',
      '--from=built /app/server/dist server/dist',
      '--from=built /app/web/dist web/dist',
      '--from=built /app/survey/dist survey/dist',
    ]);
    expect(read('deploy/Dockerfile')).toMatch(/AS packages\n(#.*\n)*RUN npm ci --omit=dev/);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies?: object };
    expect(dependencies).toBeUndefined();
  });

  test('sets settings that the server knows', () => {
    const names = argumentsOf('ENV').flatMap((line) => line.match(/\b[A-Z_]+(?==)/g) ?? []);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(known).toContain(name);
  });
});

interface Service {
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
}

describe('the compose file', () => {
  const { services, volumes } = parse(read('deploy/compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };

  test('gives the server settings that it knows, and a root it cannot write to', () => {
    const { environment = {}, read_only, cap_drop } = services.survey ?? {};
    for (const name of Object.keys(environment)) expect(known).toContain(name);
    expect(environment.DATABASE_URL).toContain('@database:5432/');
    expect(environment.PHOTO_STORE).toMatch(/^s3:/);
    expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
  });

  test('names services and volumes that are there, and no password', () => {
    for (const { depends_on = {}, volumes: used = [], environment = {} } of Object.values(
      services,
    )) {
      for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
      for (const volume of used) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:\?\}$/);
    }
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
  });
});

test('docs/operations.md tells of every setting', () => {
  const described = read('docs/operations.md');
  expect(settingNames.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});
