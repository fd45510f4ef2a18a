import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
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

test('no folder is listed', async () => {
  const server = await startTestServer();
  try {
    for (const url of ['/assets/', '/assets', '/survey/assets/', '/storage/']) {
      const answer = await server.app.inject({ url, headers: { accept: browser } });
      expect(answer.body).not.toMatch(/<(a|li)\b/);
      if (!url.startsWith('/survey')) expect([url, answer.statusCode]).toEqual([url, 404]);
    }
  } finally {
    await server.close();
  }
});
