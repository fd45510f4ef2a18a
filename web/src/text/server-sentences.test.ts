// Whatever the server says to an administrator is known to the console, so that it can be said in Urdu too.
// The sentences are read out of the server's own code.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { i18n } from '@lingui/core';
import { parseSync } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSentences } from './server-sentences.ts';
import { known, setKnownSentences } from './text.ts';

const server = path.resolve(import.meta.dirname, '../../../server/src');

/** What only phones, operators and programs read. */
const notForTheConsole =
  /refused-rows|errors\.ts|status-rows|^modules\/(device|photos|map)\/|ingest-reports|submit-report|plugins\/(metrics|json-rows|row-splitter|phone-rate|lenient-parsing|unread-bodies|form-parts|photo-|staged-|load-shedding)|administrators\.commands|first-administrator/;
/** What the console has words of its own for, or never shows. */
const neverShown = new Set([
  'Signed out',
  'Signed out.',
  'Signed out everywhere.',
  'Remembered.',
  'is not correct',
]);

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/** What stands for a part of a sentence that is put together elsewhere, by file and name. */
const parts: Record<string, string[]> = {
  'circles.commands.ts pins': ['1 pin', '2 pins'],
  'units.commands.ts shown': ['2'],
  'undo.commands.ts what': [
    '1 pin',
    '1 pin or report',
    '2 pins and reports',
    '1 report',
    '2 units',
  ],
  'undo-pins.commands.ts pins': ['1 pin has', '2 pins have'],
  'undo-pins.commands.ts what': ['been changed', 'left the parcel list'],
  // Its callers' reasons are read where they are given.
  'undo-pins.commands.ts reason': ['changes of this kind are permanent.'],
  'bulk-selection.queries.ts now': ['1 report', '2 reports'],
  'login-throttle.ts wait': ['59 seconds', '1 minute', '14 minutes'],
};

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? '') : '';

/** Every text that an expression may be, with something in place of its values; none where it is no text. */
const texts = (node: Node, file: string): string[] => {
  const inner = (part: unknown) => texts(part as Node, file);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : ['7'];
    case 'TemplateLiteral': {
      const [first, ...quasis] = (node.quasis as { value: { cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
      const values = (node.expressions as Node[]).map((value) => {
        const found = inner(value);
        return found.length > 0 ? found : ['7'];
      });
      return quasis.reduce<string[]>(
        (starts, quasi, at) =>
          starts.flatMap((start) => (values[at] ?? []).map((value) => start + value + quasi)),
        [first ?? ''],
      );
    }
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(inner);
    case 'Identifier':
      return parts[`${path.basename(file)} ${node.name}`] ?? [];
    case 'CallExpression': {
      const [, one, many] = node.arguments as Node[];
      if (nameOf(node.callee) === 'units' && one && many)
        return [`1 unit ${inner(one)}`, `2 units ${inner(many)}`];
      return inner(node.callee);
    }
    default:
      return [];
  }
};

/** The texts that a node says to whoever asked. */
const said = (node: Node, file: string): string[] => {
  const read = (part: unknown) => texts(part as Node, file);
  const called = nameOf(node.callee);
  const given = (node.arguments ?? []) as Node[];
  if (node.type === 'NewExpression' && called === 'AppError' && given[1]) return read(given[1]);
  if (node.type === 'NewExpression' && called === 'RowRefusal' && given[0])
    return read(given[0]).map((text) => `Row 7: ${text}`);
  if (node.type === 'CallExpression' && called === 'inTheWay' && given[0])
    return read(given[0]).map((text) => `This cannot be undone: ${text}`);
  if (node.type === 'CallExpression' && called === 'fieldError' && given[0])
    return ((given[0].properties ?? []) as Node[]).flatMap(({ value }) =>
      (((value as Node).elements ?? []) as Node[]).flatMap(read),
    );
  if (node.type === 'Property' && nameOf(node.key) === 'message') return read(node.value);
  return [];
};

const allSaid = (): { text: string; file: string }[] => {
  const found: { text: string; file: string }[] = [];
  for (const entry of readdirSync(server, { withFileTypes: true, recursive: true })) {
    const whole = path.join(entry.parentPath, entry.name);
    const file = path.relative(server, whole);
    if (!/^(modules|plugins)\/.*(?<!\.test)\.ts$/.test(file) || notForTheConsole.test(file))
      continue;
    const visit = (node: Node) => {
      found.push(...said(node, file).map((text) => ({ text, file })));
      for (const child of childrenOf(node)) visit(child);
    };
    visit(parseSync(file, readFileSync(whole, 'utf8')).program as unknown as Node);
  }
  return found;
};

const urdu = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ur.json'), 'utf8'));
beforeAll(() => {
  setKnownSentences(serverSentences);
  i18n.loadAndActivate({ locale: 'ur', messages: urdu });
});
afterAll(() => {
  setKnownSentences([]);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

it('everything that the server says is known, so that it is said in Urdu', () => {
  const all = allSaid();
  expect(all.length).toBeGreaterThan(60);
  const unknown = all.filter(({ text }) => !neverShown.has(text) && known(text) === text);
  expect(unknown.map(({ text, file }) => `${file}  ${text}`)).toEqual([]);
});
