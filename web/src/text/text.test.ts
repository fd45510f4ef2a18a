// Every text of the console can be shown in both languages: none is written past `t`, none is missing
// in the catalogue, none stands there for nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import {
  activityActions,
  type CheckRow,
  checkLabels,
  checkTable,
  designations,
  messages,
  pinStatusLabels,
  placeReasons,
  sessionEnded,
} from '@survey/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAllTexts, readTexts } from './sentences.ts';
import { known, t, translated } from './text.ts';

const folder = path.join(import.meta.dirname, '..');
const urdu = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ur.json'), 'utf8')) as Record<
  string,
  string
>;
const ofServer = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'ur-messages.json'), 'utf8'),
) as Record<string, string>;
const texts = readAllTexts(folder);
/** Sentences of the contract, shown with `known`. */
const labels = [
  ...Object.values(pinStatusLabels),
  ...designations,
  ...placeReasons,
  ...Object.values(activityActions),
  ...Object.values(checkLabels),
  ...Object.values(checkTable as Record<string, CheckRow>).flatMap(
    ({ about, source, parameters }) => [
      about,
      ...(source === null ? [] : [source]),
      ...Object.values(parameters).map(({ label }) => label),
    ],
  ),
  sessionEnded,
];
const used = new Set([...texts.sentences.map(({ sentence }) => sentence), ...labels]);

/** The English of each text in Urdu, with the Urdu. */
const pairs = [
  ...Object.entries(urdu),
  ...Object.entries(messages as Record<string, string>).map(([id, english]) => [
    english,
    ofServer[id] ?? '',
  ]),
] as [string, string][];

/** Names of the values a sentence holds, at any depth. */
const placeholders = (message: unknown): string[] =>
  Array.isArray(message)
    ? message.flatMap((part: unknown) => {
        if (!Array.isArray(part)) return [];
        const [name, , choices] = part as [string, string?, Record<string, unknown>?];
        return [name, ...Object.values(choices ?? {}).flatMap(placeholders)];
      })
    : [];

const valuesOf = (sentence: string): string[] =>
  [...new Set(placeholders(compileMessage(sentence)))].filter((name) => name !== '#').sort();

const tagsOf = (sentence: string): string[] => (sentence.match(/<\/?\w+>/g) ?? []).sort();

const list = (found: { sentence: string; at: string }[]) =>
  found.map(({ sentence, at }) => `${at}  ${sentence}`);

describe('the code', () => {
  it('writes out every sentence it asks for', () => {
    expect(list(texts.unreadable)).toEqual([]);
  });

  it('shows no words past t()', () => {
    expect(list(texts.bare)).toEqual([]);
  });

  it('has texts at all', () => {
    expect(used.size).toBeGreaterThan(300);
  });
});

describe('Urdu', () => {
  it('has every sentence of the console', () => {
    expect([...used].filter((sentence) => !(sentence in urdu)).sort()).toEqual([]);
  });

  it('has every message of the server, by its id, and no other', () => {
    expect(Object.keys(ofServer).sort()).toEqual(Object.keys(messages).sort());
  });

  it('says what console and server both say in the same words', () => {
    const different = Object.entries(messages as Record<string, string>).filter(
      ([id, english]) => english in urdu && urdu[english] !== ofServer[id],
    );
    expect(different.map(([id]) => id)).toEqual([]);
  });

  it('has nothing that nobody asks for', () => {
    expect(Object.keys(urdu).filter((sentence) => !used.has(sentence))).toEqual([]);
  });

  it('keeps the values and the marked parts of every sentence', () => {
    const different = pairs.filter(
      ([english, translated]) =>
        valuesOf(english).join() !== valuesOf(translated).join() ||
        tagsOf(english).join() !== tagsOf(translated).join(),
    );
    expect(different).toEqual([]);
  });

  it('is written in Urdu: what has no letter of it is a name or a unit', () => {
    const foreign = pairs.filter(
      ([english, translated]) => /\p{L}/u.test(english) && !/\p{Script=Arabic}/u.test(translated),
    );
    expect(foreign.map(([english]) => english)).toEqual([]);
  });
});

describe('what the test itself finds', () => {
  const found = (source: string) => readTexts('some.tsx', source);

  it('words in an element, an attribute, an option, a toast and a template', () => {
    const source = `
      const A = () => <p title="First words">Second words {is ? 'Third words' : null}</p>;
      const options = { confirmLabel: 'Fourth words', key: 'not read' };
      toast.error('Fifth words');
      const B = () => <a aria-label={\`Sixth words \${name}\`} className="not read" />;`;
    expect(
      found(source)
        .bare.map(({ sentence }) => sentence)
        .sort(),
    ).toEqual([
      'Fifth words',
      'First words',
      'Fourth words',
      'Second words',
      'Sixth words …',
      'Third words',
    ]);
  });

  it('nothing in what goes through t, msg and known, in names and in figures', () => {
    const source = `
      const A = () => <p title={t('First')}>{t('Second')} {known(word)} 3 / 4 · {x === 'Third' ? 1 : 2}</p>;
      const labels = { label: msg('Fourth') };
      const B = () => <kbd>Ctrl K</kbd>;`;
    const { bare, unreadable, sentences } = found(source);
    expect(bare).toEqual([]);
    expect(unreadable).toEqual([]);
    expect(sentences.map(({ sentence }) => sentence).sort()).toEqual(['First', 'Fourth', 'Second']);
  });

  it('a sentence that is put together while it is asked for', () => {
    const source = "t('All ' + count + ' pins'); t(`Pin`); t(isOne ? 'one' : 'many'); t(label);";
    expect(found(source).unreadable).toHaveLength(3);
  });
});

describe('t, known and translated', () => {
  beforeAll(() => {
    i18n.loadAndActivate({
      locale: 'ur',
      messages: {
        'Circle {circle} removed': 'حلقہ {circle} ہٹا دیا گیا',
        'row-status': 'قطار {row}: «{status}»',
        'circle-removed': 'حلقہ {circle} ہٹا دیا گیا',
        '{count, plural, one {# pin} other {# pins}}': '{count, plural, one {# پن} other {# پنیں}}',
        Pin: 'پن',
      },
    });
  });
  afterAll(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
  });

  it('keep names in their own direction', () => {
    expect(t('Circle {circle} removed', { circle: 'Model Town' })).toBe(
      'حلقہ \u2068Model Town\u2069 ہٹا دیا گیا',
    );
  });

  it('choose the plural and separate thousands', () => {
    const pins = '{count, plural, one {# pin} other {# pins}}';
    expect(t(pins, { count: 1 })).toBe('1 پن');
    expect(t(pins, { count: 2000 })).toBe('2,000 پنیں');
  });

  it('translate labels as they stand, and leave the rest as it came', () => {
    expect(known('Pin')).toBe('پن');
    expect(known('A {backend} of another make')).toBe('A {backend} of another make');
    expect(known('Circle {circle} removed')).toBe('Circle {circle} removed');
  });

  it('translate what the server says by its id, whatever braces its values hold', () => {
    const removed = { id: 'circle-removed', values: { circle: '{x} (old)' } };
    expect(translated('Circle {x} (old) removed', removed)).toBe(
      'حلقہ \u2068{x} (old)\u2069 ہٹا دیا گیا',
    );
    const status = { id: 'row-status', values: { row: 7, status: 'yes: no' } };
    expect(translated('Row 7: Invalid status "yes: no"', status)).toBe(
      'قطار 7: «\u2068yes: no\u2069»',
    );
  });

  it('show the words of the server where it gives no id, or one that is not known here', () => {
    expect(translated('Circle A removed')).toBe('Circle A removed');
    expect(translated('Pin')).toBe('پن');
    expect(translated('Something new', { id: 'of-a-newer-server' })).toBe('Something new');
  });

  it('in English are the words of spec 2 to 8, unchanged', () => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    expect(t('Welcome back, {name}', { name: 'Amina' })).toBe('Welcome back, Amina');
    expect(translated('Circle A removed', { id: 'circle-removed', values: { circle: 'A' } })).toBe(
      'Circle A removed',
    );
  });
});
