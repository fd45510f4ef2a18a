// mantine.css against the library: the styles of every part that the console imports, and of what those import.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');
const scope = path.resolve(import.meta.dirname, '../../../node_modules/@mantine');
const styles = path.join(scope, 'core/styles');

/** The name that the library gives a style, in scripts and in style sheets alike. */
const styleName = /\bm_[0-9a-f]{6,8}\b/g;
const namedImport = /import (?:type )?\{([^}]*)\} from ["'](@mantine\/[\w-]+)["']/g;
const fileImport = /from "(\.[^"]+)"/g;

const read = (file: string): string => readFileSync(file, 'utf8');
const styleNames = (text: string): string[] => text.match(styleName) ?? [];

/** Where a package's index has each of its names from. */
const modulesOf = (name: string): Map<string, string> => {
  const index = path.join(scope, name.replace('@mantine/', ''), 'esm/index.mjs');
  if (!existsSync(index)) return new Map();
  const found = read(index).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g);
  return new Map(
    [...found].flatMap(([, names = '', file = '']) =>
      names.split(',').map((one) => [one.trim(), path.resolve(path.dirname(index), file)] as const),
    ),
  );
};

const indexes = new Map<string, Map<string, string>>();

/** Files of the library that a text imports by name from its packages. */
const importedBy = (text: string): string[] =>
  [...text.matchAll(namedImport)].flatMap(([, names = '', from = '']) => {
    const index = indexes.get(from) ?? modulesOf(from);
    indexes.set(from, index);
    return names
      .split(',')
      .map((one) => index.get(one.trim().replace(/ as .*/, '')))
      .filter((file) => file !== undefined);
  });

/** The text of what the console has of the library. */
const usedParts = (): string[] => {
  const ours = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => read(path.join(sources, file)));
  const waiting = ours.flatMap(importedBy);
  const seen = new Map<string, string>();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    const text = read(file);
    seen.set(file, text);
    const relative = [...text.matchAll(fileImport)].map(([, one = '']) => one);
    waiting.push(...relative.map((one) => path.resolve(path.dirname(file as string), one)));
    waiting.push(...importedBy(text));
  }
  return [...seen.values()];
};

const listed = [
  ...read(path.join(import.meta.dirname, 'mantine.css')).matchAll(/styles\/([\w-]+)\.css/g),
].map(([, part = '']) => part);

/** Each style by the part whose sheet has it. */
const partOf = new Map(
  readdirSync(styles)
    .filter(
      (file) => file.endsWith('.css') && !file.endsWith('.layer.css') && file !== 'global.css',
    )
    .flatMap((file) =>
      styleNames(read(path.join(styles, file))).map((name) => [name, path.basename(file, '.css')]),
    ),
);

it('has the styles of every part of the library that the console has', () => {
  const used = usedParts();
  expect(used.length).toBeGreaterThan(100);
  const needed = new Set(used.flatMap(styleNames).map((name) => partOf.get(name)));
  needed.delete(undefined);
  expect([...needed].filter((part) => !listed.includes(part as string))).toEqual([]);
  const withoutNames = ['baseline', 'default-css-variables', 'global'];
  expect(listed.filter((part) => !needed.has(part) && !withoutNames.includes(part))).toEqual([]);
});

it('has them in the order of the library', () => {
  const whole = read(path.join(scope, 'core/styles.css'));
  const firstUse = listed
    .map((part) => styleNames(read(path.join(styles, `${part}.css`)))[0])
    .filter((name) => name !== undefined)
    .map((name) => whole.indexOf(name));
  expect(firstUse).toEqual(firstUse.toSorted((one, other) => one - other));
});
