import { cnicPattern } from '@survey/contract';
import { expect, test } from 'vitest';
import { maskCnic } from './cnic.ts';

test.each([
  ['', ''],
  ['352', '352'],
  ['35202', '35202'],
  ['352021', '35202-1'],
  ['3520212345671', '35202-1234567-1'],
  ['35202-1234567-1', '35202-1234567-1'],
  ['35202 1234567 1 and more 99', '35202-1234567-1'],
])('%s is written %s', (typed, masked) => {
  expect(maskCnic(typed)).toBe(masked);
});

test('thirteen digits make a CNIC that the contract accepts', () => {
  expect(maskCnic('3520298765432')).toMatch(cnicPattern);
});
