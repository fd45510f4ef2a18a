import { describe, expect, it, test } from 'vitest';
import { pinRange, pinShape, pinTwinKey } from './pin-shape.ts';

test('a shape has 9 for digits and A for letters', () => {
  expect(['W90001', '00-12', '=1+1<script>'].map(pinShape)).toEqual([
    'A99999',
    '99-99',
    '=9+9<AAAAAA>',
  ]);
});

test('near twins differ in case, leading zeros, spaces and signs', () => {
  for (const twins of [
    ['W90001', 'w90001', 'W 90001', 'w-0090001'],
    ['0001234', '1234', '12-34'],
    ['0', '00'],
  ]) {
    expect(new Set(twins.map(pinTwinKey)).size).toBe(1);
  }
  expect(pinTwinKey('W10')).not.toBe(pinTwinKey('W1'));
});

describe('a range', () => {
  it('is written with a dash, dots or "to"', () => {
    const five = ['W00001', 'W00002', 'W00003', 'W00004', 'W00005'];
    for (const text of ['W00001 - W00005', 'W00001–W00005', 'W00001..W00005', 'W00001 to W00005']) {
      expect(pinRange(text)).toEqual(five);
    }
    expect(pinRange('098-101')).toEqual(['098', '099', '100', '101']);
  });

  it('is none where the ends differ in more than the number, or are too far apart', () => {
    for (const text of ['W0001', '12-A3', 'A1-B2', '1-10', '5-3', '0001-9999', '7-7']) {
      expect(pinRange(text)).toBeUndefined();
    }
  });
});
