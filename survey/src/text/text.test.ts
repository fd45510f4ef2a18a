// Every text of the page stands in its Urdu, with the same values; none stands there for nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { landTypes, outcomeLabels, placeReasons, submissionFields } from '@survey/contract';
import { readAllTexts } from '@survey/web/src/text/sentences.ts';
import { expect, test } from 'vitest';

const texts = readAllTexts(path.join(import.meta.dirname, '..'));
const urdu = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ur.json'), 'utf8')) as Record<
  string,
  string
>;
const labels = [
  ...landTypes,
  ...placeReasons,
  ...Object.values(outcomeLabels),
  ...Object.values(submissionFields).map(({ label }) => label),
];
const used = new Set([...texts.sentences.map(({ sentence }) => sentence), ...labels]);
const valuesOf = (sentence: string) => [...new Set(sentence.match(/\{\w+(?=[,}])/g))].sort();

test('no text is written past the catalogue', () => {
  expect([...texts.unreadable, ...texts.bare]).toEqual([]);
});

test('every sentence has its Urdu, and every Urdu its sentence', () => {
  expect([...used].filter((sentence) => !urdu[sentence])).toEqual([]);
  expect(Object.keys(urdu).filter((sentence) => !used.has(sentence))).toEqual([]);
});

test('a translation has the values of its sentence', () => {
  const wrong = Object.entries(urdu).filter(
    ([sentence, translation]) => String(valuesOf(translation)) !== String(valuesOf(sentence)),
  );
  expect(wrong).toEqual([]);
});
