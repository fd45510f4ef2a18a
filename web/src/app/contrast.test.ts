// WCAG 2.2 contrast, computed from the tokens themselves: AA in the ordinary schemes, AAA for text and
// 3:1 and more for every line where high contrast is chosen.
import { describe, expect, it } from 'vitest';
import { light, lightContrast, night, nightContrast, type Tokens } from './tokens.ts';

const channel = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance as WCAG defines it. */
const luminance = (hex: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
};

const contrast = (one: string, other: string): number => {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
};

type Pair = [front: keyof Tokens, behind: keyof Tokens];

/** Texts and their backgrounds. */
const texts: Pair[] = [
  ...(['text', 'dimmed', 'error', 'accentText'] as const).flatMap((front): Pair[] => [
    [front, 'body'],
    [front, 'canvas'],
    [front, 'hover'],
  ]),
  ['placeholder', 'body'],
  ['accentText', 'accentSoft'],
  ['text', 'accentSoft'],
  ['dimmed', 'accentSoft'],
  ['onFilled', 'filled'],
  ['onFilled', 'filledHover'],
  ['redText', 'redSoft'],
  ['text', 'redSoft'],
  ['greenText', 'greenSoft'],
  ['text', 'greenSoft'],
  ['amberText', 'amberSoft'],
  ['text', 'amberSoft'],
  ['blueText', 'blueSoft'],
  ['text', 'blueSoft'],
];

/** Borders of fields, focus rings, bars of charts: 3:1 (1.4.11). */
const shapes: Pair[] = [
  ['control', 'body'],
  ['control', 'canvas'],
  ['focus', 'body'],
  ['focus', 'canvas'],
  ['figure', 'body'],
];

const tooLow = (tokens: Tokens, pairs: readonly Pair[], least: number): string[] =>
  pairs
    .map(([front, behind]) => ({
      pair: `${front} on ${behind}`,
      ratio: contrast(tokens[front], tokens[behind]),
    }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);

it('computes as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each([
  ['light', light],
  ['dark', night],
])('%s', (_, tokens) => {
  it('every text has 4.5:1', () => expect(tooLow(tokens, texts, 4.5)).toEqual([]));
  it('every field, focus and bar has 3:1', () => expect(tooLow(tokens, shapes, 3)).toEqual([]));
});

describe.each([
  ['light, high contrast', lightContrast],
  ['dark, high contrast', nightContrast],
])('%s', (_, tokens) => {
  it('every text has 7:1', () => expect(tooLow(tokens, texts, 7)).toEqual([]));
  it('every field, focus, bar and line has 4.5:1', () =>
    expect(tooLow(tokens, [...shapes, ['line', 'body'], ['line', 'canvas']], 4.5)).toEqual([]));
});
