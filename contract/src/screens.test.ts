import { expect, test } from 'vitest';
import { screenAt } from './screens.ts';

test.each([
  ['/', '/'],
  ['/pins', '/Pins'],
  ['/upload', '/UPLOAD'],
  ['/Upload/', '/UPLOAD'],
  ['/REPORT', '/report'],
  ['/reports', undefined],
  ['/report/1', undefined],
])('%s is the screen %s', (path, screen) => {
  expect(screenAt(path)).toBe(screen);
});
