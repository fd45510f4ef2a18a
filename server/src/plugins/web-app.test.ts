import { expect, test } from 'vitest';
import { isPage } from './web-app.ts';

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';

test.each([
  ['GET', '/report', '*/*', true],
  ['HEAD', '/report?page=2', '*/*', true],
  ['GET', '/dashboard', undefined, true],
  ['GET', '/report', browser, true],
  ['GET', '/of-no-screen', browser, true],
  ['GET', '/of-no-screen', '*/*', false],
  ['GET', '/report', 'application/json', false],
  ['POST', '/report', '*/*', false],
  ['GET', '/api/nothing', browser, false],
  ['GET', '/storage/nothing', '*/*', false],
])('%s %s with Accept %s is a page: %s', (method, url, accept, expected) => {
  expect(isPage(method, url, accept)).toBe(expected);
});
