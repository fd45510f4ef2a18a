import { expect, test } from 'vitest';
import { photoFileNames } from './photo-file-names.ts';

test('photos of one PIN are numbered, in any case of the PIN and the extension', () => {
  const nameOf = photoFileNames();
  expect(nameOf('12', 'jpg')).toBe('12.jpg');
  expect(nameOf('12', 'jpg')).toBe('12-2.jpg');
  expect(nameOf('ab', 'jpg')).toBe('ab.jpg');
  expect(nameOf('AB', 'jpg')).toBe('AB-2.jpg');
  expect(nameOf('12', 'jpg')).toBe('12-3.jpg');
});

test('a PIN that looks like a numbered one never takes its name, nor the other way round', () => {
  const nameOf = photoFileNames();
  expect(nameOf('5-2', 'jpg')).toBe('5-2.jpg');
  expect(nameOf('5', 'jpg')).toBe('5.jpg');
  expect(nameOf('5', 'jpg')).toBe('5-3.jpg');
  expect(nameOf('5-3', 'jpg')).toBe('5-3-2.jpg');
});

test.each([
  ['../../etc/passwd', '____etc_passwd'],
  ['..', '_'],
  ['.', '_'],
  ['a/b', 'a_b'],
  [String.raw`C:\x`, 'C__x'],
  ['nul', '_nul'],
  ['COM1', '_COM1'],
  ['con.x', '_con.x'],
  ['LPT²', '_LPT²'],
  ['.hidden', '_hidden'],
  ['end. ', 'end_'],
  ['a\u0000b\u001fc\u202ed', 'a_b_c_d'],
  ['۱۲۳', '۱۲۳'],
  ['', '_'],
])('%j is a safe name', (pin, expected) => {
  const name = photoFileNames()(pin, 'jpg');
  expect(name).toBe(`${expected}.jpg`);
  expect(name).not.toMatch(/[\\/]|^\.|\.\./);
});

test('a PIN written composed and decomposed does not take one name twice', () => {
  const nameOf = photoFileNames();
  expect(nameOf('é'.normalize('NFC'), 'jpg')).toBe(`${'é'.normalize('NFC')}.jpg`);
  expect(nameOf('é'.normalize('NFD'), 'jpg')).toBe(`${'é'.normalize('NFC')}-2.jpg`);
});

test('a long PIN fits a file system', () => {
  const nameOf = photoFileNames();
  const long = '۱'.repeat(100) + '🏠'.repeat(50);
  nameOf(long, 'jpg');
  const name = nameOf(long, 'jpg');
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).not.toContain('\uFFFD');
  expect(name.endsWith('-2.jpg')).toBe(true);
});
