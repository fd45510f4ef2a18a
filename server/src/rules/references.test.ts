// Every reference leads somewhere: `spec 7` to a heading of docs/requirements.md, `R18` to a reading, `ADR 31` to a
// decision record, links and paths in documents to files. There is no other kind of reference.
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectPaths, textOf } from './project-files.ts';

const written = /\.(?:ts|tsx|mjs|js|css|md|html|sql|yaml|yml|service|sh)$/;
/** This file, whose patterns look like what they forbid. */
const self = 'server/src/rules/references.test.ts';

let paths: string[];
const texts = new Map<string, string>();
beforeAll(async () => {
  paths = await projectPaths;
  for (const file of paths) {
    if (written.test(file) && file !== self) texts.set(file, await textOf(file));
  }
});

/** Every match as `file:line: match`, where `isWrong` says so of what the first group caught. */
const complaints = (
  pattern: RegExp,
  isWrong: (caught: string, file: string) => boolean,
  isRead: (file: string) => boolean = () => true,
): string[] => {
  const found: string[] = [];
  for (const [file, text] of texts) {
    if (!isRead(file)) continue;
    for (const match of text.matchAll(pattern)) {
      if (!isWrong(match[1] ?? match[0], file)) continue;
      const line = text.slice(0, match.index).split('\n').length;
      found.push(`${file}:${line}: ${match[0]}`);
    }
  }
  return found;
};

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));

describe('a reference in code, tests and documents', () => {
  test('`spec 7` names a heading of the requirements', async () => {
    const headings = [...(await textOf('docs/requirements.md')).matchAll(/^## (\d+)\. /gm)];
    const known = new Set(headings.map(([, number]) => Number(number)));
    expect(known.size).toBeGreaterThan(0);
    const references = /\b[sS]pec (\d+(?:(?:, | and | or | to )\d+)*)/g;
    const isUnknown = (caught: string) => numbersIn(caught).some((number) => !known.has(number));
    expect(complaints(references, isUnknown)).toEqual([]);
  });

  test('`R18` names a reading', async () => {
    const readings = [...(await textOf('docs/readings.md')).matchAll(/^- \*\*R(\d+)\.\*\* /gm)];
    const known = new Set(readings.map(([, number]) => number));
    expect(known.size).toBeGreaterThan(0);
    expect(complaints(/\bR(\d{1,2})\b/g, (caught) => !known.has(caught))).toEqual([]);
  });

  test('`ADR 31` names a decision record', () => {
    const records = paths.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []);
    const known = new Set(records.map(Number));
    expect(known.size).toBeGreaterThan(0);
    const isUnknown = (caught: string) => numbersIn(caught).some((number) => !known.has(number));
    const isRead = (file: string) => file !== 'docs/decisions/README.md';
    expect(complaints(/\bADRs? (\d+(?:(?:, | and | or | to )\d+)*)/g, isUnknown, isRead)).toEqual(
      [],
    );
  });

  test('is of no other kind', () => {
    const others = [
      /\b(?:issue|section|decision)s? #?\d+/gi,
      /\b(?:look|tech|field-work|examples|specification)\.md\b/g,
      /\bspecification\b/gi,
    ];
    /** The requirements say whose sections they number. */
    const isAllowed = (file: string) => file === 'docs/requirements.md';
    for (const pattern of others) {
      expect(
        complaints(
          pattern,
          () => true,
          (file) => !isAllowed(file),
        ),
      ).toEqual([]);
    }
  });
});

describe('a document', () => {
  test('links only to files that exist', () => {
    const links = /(?<!`)\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
    const isBroken = (target: string, file: string) => {
      const whole = path.posix.join(path.posix.dirname(file), target);
      return !paths.includes(whole) && !paths.includes(`${whole.replace(/\/$/, '')}/`);
    };
    expect(complaints(links, isBroken, (file) => file.endsWith('.md'))).toEqual([]);
  });

  test('links only to headings that exist', () => {
    const slugOf = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .replace(/\s/g, '-');
    const slugs = (file: string): string[] =>
      [...(texts.get(file) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        slugOf(heading ?? ''),
      );
    const isBroken = (target: string, file: string) => {
      const [name = '', anchor = ''] = target.split('#');
      const whole = name ? path.posix.join(path.posix.dirname(file), name) : file;
      return !slugs(whole).includes(anchor);
    };
    const links = /(?<!`)\]\((?!https?:|mailto:)([^)#\s]*#[^)\s]+)\)/g;
    expect(complaints(links, isBroken, (file) => file.endsWith('.md'))).toEqual([]);
  });

  test('names only paths of the project that exist', () => {
    const top = paths.filter((name) => /^[^/]+\/$/.test(name)).map((name) => name.slice(0, -1));
    const isPath = (name: string) =>
      /\.(?:ts|tsx|mjs)$/.test(name) || top.includes(name.split('/')[0] ?? '');
    const isBroken = (name: string) => {
      // Settings of an operator are no part of a clone.
      if (name.endsWith('.env')) return false;
      if (/[\s<>*{}…$=]/.test(name) || name.startsWith('.') || !isPath(name)) return false;
      if (/(?:^|\/)(?:dist|results|node_modules)(?:\/|$)/.test(name)) return false;
      const bare = name.replace(/\/$/, '');
      return !paths.some((known) => {
        const end = known.replace(/\/$/, '');
        return end === bare || end.endsWith(`/${bare}`);
      });
    };
    const isRead = (file: string) =>
      /^docs\/[^/]+\.md$|(?:^|\/)README\.md$|^CONTRIBUTING\.md$/.test(file);
    expect(complaints(/`([\w@./{}<>*$=… -]+?\/?)`/g, isBroken, isRead)).toEqual([]);
  });
});
