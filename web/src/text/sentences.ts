// Reads the texts of the console out of its own code, for text.test.ts. Runs on Node only.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A node of the ESTree that the parser answers. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Found {
  sentence: string;
  /** File and line. */
  at: string;
}

export interface Texts {
  /** Sentences of `t` and `msg`. */
  sentences: Found[];
  /** What `t` or `msg` was called with where that is neither written out nor a constant's name. */
  unreadable: Found[];
  /** Words a person would read that go through neither. */
  bare: Found[];
}

/** Attributes and options whose value a person reads or hears. */
const spoken = new Set([
  'alt',
  'aria-label',
  'clearAllLabel',
  'closeButtonLabel',
  'confirmLabel',
  'consequence',
  'description',
  'details',
  'empty',
  'fieldLabel',
  'header',
  'hint',
  'label',
  'message',
  'nothingFoundMessage',
  'openLabel',
  'placeholder',
  'removeLabel',
  'submitLabel',
  'title',
]);

const words = /\p{L}{2,}/u;
/** What is the same in every language: a name, an address, a pattern of figures, an extension. */
const isSame = (text: string): boolean =>
  /^(?:Field Survey|Ctrl K|PIN|CNIC|CSV|ZIP|KB|MB|[\w.]+@[\w.]+|[./#][\w./-]*|--[\w-]+|https?:\S*|var\(.*\))$/.test(
    text.trim(),
  );
const isText = (text: string): boolean => words.test(text) && !isSame(text);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const calleeOf = (node: Node): string => {
  const callee = node.callee as Node | undefined;
  if (callee?.type === 'Identifier') return String(callee.name);
  if (callee?.type !== 'MemberExpression') return '';
  const { object, property } = callee as unknown as { object: Node; property: Node };
  return `${object.name ?? ''}.${property.name ?? ''}`;
};

const nameOf = (key: Node): string => String(key.name ?? key.value ?? '');

/** Written-out texts of an expression that no `t`, `msg` or `known` surrounds; comparisons are none. */
const bareTexts = (node: Node): { text: string; node: Node }[] => {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && isText(node.value)
        ? [{ text: node.value, node }]
        : [];
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[];
      const text = quasis.map(({ value }) => value.cooked).join('…');
      const isBare = quasis.some(({ value }) => isText(value.cooked));
      return [
        ...(isBare ? [{ text, node }] : []),
        ...(node.expressions as Node[]).flatMap(bareTexts),
      ];
    }
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((part) => bareTexts(part as Node));
    case 'LogicalExpression':
      return [node.left, node.right].flatMap((part) => bareTexts(part as Node));
    case 'BinaryExpression':
      return node.operator === '+'
        ? [node.left, node.right].flatMap((part) => bareTexts(part as Node))
        : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return bareTexts(node.expression as Node);
    default:
      return [];
  }
};

/** Constants and what chooses among them: `t(label)`, `t(words.refused)`, `t(labelOf(kind))`. */
const isConstant = ({ type }: Node): boolean =>
  ['Identifier', 'MemberExpression', 'ChainExpression', 'CallExpression'].includes(type);

/** All texts of one file. */
export const readTexts = (file: string, source: string): Texts => {
  const texts: Texts = { sentences: [], unreadable: [], bare: [] };
  const at = (node: Node) => `${file}:${source.slice(0, node.start).split('\n').length}`;
  const tellBare = (node: Node) => {
    for (const { text, node: found } of bareTexts(node)) {
      texts.bare.push({ sentence: text, at: at(found) });
    }
  };
  const readCall = (node: Node) => {
    const callee = calleeOf(node);
    const [first] = node.arguments as Node[];
    if (!first) return;
    if (callee === 't' || callee === 'msg') {
      const found = { sentence: source.slice(first.start, first.end), at: at(node) };
      if (first.type === 'Literal')
        texts.sentences.push({ ...found, sentence: String(first.value) });
      else if (callee === 'msg' || !isConstant(first)) texts.unreadable.push(found);
    }
    if (/^toast\.(?:success|error|info)$/.test(callee))
      (node.arguments as Node[]).forEach(tellBare);
  };
  const visit = (node: Node, tags: readonly string[]) => {
    if (node.type === 'CallExpression') readCall(node);
    if (node.type === 'JSXText' && isText(String(node.value)) && tags.at(-1) !== 'kbd') {
      texts.bare.push({ sentence: String(node.value).trim(), at: at(node) });
    }
    if (node.type === 'JSXExpressionContainer' && tags.at(-1) === 'children') {
      tellBare(node);
    }
    if (
      node.type === 'JSXAttribute' &&
      spoken.has(nameOf(node.name as Node)) &&
      isNode(node.value)
    ) {
      tellBare(node.value);
    }
    if (node.type === 'Property' && spoken.has(nameOf(node.key as Node)) && isNode(node.value)) {
      tellBare(node.value);
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const opening = node.openingElement as Node | undefined;
      const tag = opening ? nameOf(opening.name as Node) : '';
      for (const child of node.children as Node[]) {
        if (child.type === 'JSXExpressionContainer') tellBare(child);
        visit(child, [...tags, tag]);
      }
      if (opening) visit(opening, tags);
      return;
    }
    for (const child of childrenOf(node)) visit(child, tags);
  };
  visit(parseSync(file, source).program as unknown as Node, []);
  return texts;
};

const isOwnCode = (name: string) =>
  /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.endsWith('.d.ts');

/** Texts of the whole console: every file of `web/src`. */
export const readAllTexts = (folder: string): Texts => {
  const all: Texts = { sentences: [], unreadable: [], bare: [] };
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !isOwnCode(entry.name)) continue;
    const whole = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, whole);
    // Two tell about `t` and hold no texts; the development page speaks to developers.
    if (/^(?:text\/(?:text|sentences)\.ts|gallery\/.*)$/.test(name)) continue;
    const texts = readTexts(name, readFileSync(whole, 'utf8'));
    all.sentences.push(...texts.sentences);
    all.unreadable.push(...texts.unreadable);
    all.bare.push(...texts.bare);
  }
  return all;
};
