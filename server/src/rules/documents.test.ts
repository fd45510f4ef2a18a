// Compares the documents with the folders and the database. The generated blocks are written by
// `npx vitest run --project server server/src/rules/documents.test.ts -u`.
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { cloneDatabase } from '../testing/test-database.ts';
import { foldersIn, namesIn, projectPaths, textOf } from './project-files.ts';

/** Names in backticks in the first cells of the table below a heading. */
const firstCells = (markdown: string, heading: string): string[] => {
  const below = markdown.split(`${heading}\n`)[1]?.split(/^## /m)[0] ?? '';
  const cells = [...below.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell]) => cell ?? '');
  return cells.flatMap(namesIn);
};

/** A document with its generated block written anew. */
const withBlock = (markdown: string, name: string, block: string): string => {
  const begin = `<!-- generated: ${name} -->\n`;
  const end = `<!-- end of generated: ${name} -->`;
  const [before, rest] = markdown.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`no generated block ${name}`);
  return `${before}${begin}${block}\n${end}${after}`;
};

/** Modules of the server by the modules that their files import, tests left out. */
const importsOfModules = async (modules: readonly string[]): Promise<Map<string, string[]>> => {
  const files = (await projectPaths).filter((file) =>
    /^server\/src\/modules\/.*(?<!\.test)\.ts$/.test(file),
  );
  const imports = new Map(modules.map((module) => [module, new Set<string>()]));
  for (const file of files) {
    const own = imports.get(file.split('/')[3] ?? '');
    for (const [, other] of (await textOf(file)).matchAll(/from '\.\.\/([a-z-]+)\//g)) {
      if (other && imports.has(other)) own?.add(other);
    }
  }
  return new Map([...imports].map(([module, others]) => [module, [...others].sort()]));
};

describe('docs/architecture.md', () => {
  test('lists the modules, the folders of the server and the rooms of the console', async () => {
    const text = await textOf('docs/architecture.md');
    expect(firstCells(text, '## Modules of the server').sort()).toEqual(
      await foldersIn('server/src/modules'),
    );
    expect(firstCells(text, '## Folders of the server').sort()).toEqual(
      await foldersIn('server/src'),
    );
    expect(firstCells(text, '## Rooms of the console').sort()).toEqual(await foldersIn('web/src'));
  });

  test('draws the modules as they import each other', async () => {
    const imports = await importsOfModules(await foldersIn('server/src/modules'));
    const arrows = [...imports].flatMap(([module, others]) =>
      others.length > 0 ? [`  ${module} --> ${others.join(' & ')}`] : [],
    );
    const alone = [...imports.keys()].filter(
      (module) => !arrows.some((arrow) => arrow.match(/[\w-]+/g)?.includes(module)),
    );
    const block = [
      '```mermaid',
      'flowchart TD',
      ...arrows,
      ...alone.map((name) => `  ${name}`),
      '```',
    ];
    const file = 'docs/architecture.md';
    const drawn = withBlock(await textOf(file), 'module map', block.join('\n'));
    await expect(drawn).toMatchFileSnapshot(path.join(projectRoot, file));
  });
});

test('web/README.md names each folder of web/src', async () => {
  const text = await textOf('web/README.md');
  const unnamed = (await foldersIn('web/src')).filter((folder) => !text.includes(`\`${folder}/\``));
  expect(unnamed).toEqual([]);
});

test('docs/glossary.md names each table of the database, and no other', async () => {
  const database = await cloneDatabase(inject('serverUrl'), inject('template'));
  try {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
        and relname not like 'kysely_%' order by relname`.execute(database.db);
    const text = await textOf('docs/glossary.md');
    const named = firstCells(text, '## Tables of the database');
    expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
  } finally {
    await database.drop();
  }
});

test('CHANGELOG.md begins its dated sections with the version of package.json', async () => {
  const newest = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(
    await textOf('CHANGELOG.md'),
  )?.[1];
  expect(newest).toBe(JSON.parse(await textOf('package.json')).version);
});

describe('docs/decisions', () => {
  const files = projectPaths.then((all) => all.filter((file) => /^docs\/decisions\/\d/.test(file)));

  test('has records of one template', async () => {
    const status =
      /^- Status: (?:superseded by \[ADR \d+\]\(\S+\)|accepted(?:, (?:amends|amended by|supersedes) \[ADR \d+\]\(\S+\)(?:(?:,| and) \[ADR \d+\]\(\S+\))*(?: in part)?)*)$/;
    for (const file of await files) {
      const text = await textOf(file);
      const number = Number(path.basename(file).slice(0, 4));
      const [title, blank, date, state, blankToo] = text.split('\n');
      expect([file, title]).toEqual([
        file,
        expect.stringMatching(new RegExp(`^# ${number}\\. \\S`)),
      ]);
      expect([file, blank, blankToo]).toEqual([file, '', '']);
      expect([file, date]).toEqual([file, expect.stringMatching(/^- Date: \d{4}-\d\d-\d\d$/)]);
      expect([file, state]).toEqual([file, expect.stringMatching(status)]);
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      expect([
        file,
        headings.filter((heading) => !['Measured', 'Considered'].includes(heading ?? '')),
      ]).toEqual([file, ['Context', 'Decision', 'Consequences']]);
      expect([file, headings.at(-1)]).toEqual([file, 'Consequences']);
    }
  });

  test('has an index of all records with their status', async () => {
    const rows: string[] = [];
    for (const file of (await files).sort()) {
      const [title = '', , date = '', state = ''] = (await textOf(file)).split('\n');
      const [, number, name] = /^# (\d+)\. (.+)$/.exec(title) ?? [];
      const [day, status] = [date, state].map((line) => line.replace(/^- \w+: /, ''));
      rows.push(`| ${number} | [${name}](${path.basename(file)}) | ${day} | ${status} |`);
    }
    const file = 'docs/decisions/README.md';
    const head = ['| ADR | record | date | status |', '|---|---|---|---|'];
    const written = withBlock(await textOf(file), 'records', [...head, ...rows].join('\n'));
    await expect(written).toMatchFileSnapshot(path.join(projectRoot, file));
  });
});
