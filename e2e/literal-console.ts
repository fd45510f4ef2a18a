// Fixtures of the journeys on a literal backend: that backend, the console in front of it, a
// signed-in page; and the checks after each of them.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';
import { type LiteralBackend, startLiteralBackend } from './literal-backend.ts';

interface Fixtures {
  backend: LiteralBackend;
  signedIn: undefined;
}

const root = path.resolve(import.meta.dirname, '..');

/** Runs `npm run console` as an operator does, without npm. */
const startConsole = (api: string) =>
  new Promise<{ child: ChildProcess; url: string }>((resolve, reject) => {
    const options = [
      '--api',
      api,
      '--port',
      '0',
      '--folder',
      process.env.CONSOLE_FOLDER ?? 'web/dist',
    ];
    const child = spawn(process.execPath, ['scripts/console.mjs', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.once('exit', (code) => reject(new Error(`The console ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url] = /ready at (\S+)/.exec(line) ?? [];
      if (url) resolve({ child, url });
    });
  });

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  backend: async ({}, use) => {
    const backend = await startLiteralBackend();
    await use(backend);
    await backend.close();
  },
  baseURL: async ({ backend }, use) => {
    const { child, url } = await startConsole(backend.url);
    await use(url);
    child.kill('SIGTERM');
  },
  signedIn: [
    async ({ page, backend }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|CORS/.test(message.text())) errors.push(message.text());
      });
      await page.goto('/register');
      await page.evaluate(() => {
        localStorage.setItem('token', '1|abc');
        localStorage.setItem('user', '{"role_id":"1","name":"Literal Lena"}');
      });
      await use(undefined);
      expect(errors).toEqual([]);
      // The only request beyond spec 7 is the one for capabilities (docs/readings.md).
      const beyond = backend.asked.filter((line) =>
        /user-circles|overview|preview|report-pins|reports\/|unmatched|device|report-photos/.test(
          line,
        ),
      );
      expect(beyond).toEqual([]);
      expect(backend.misunderstood).toEqual([]);
    },
    { auto: true },
  ],
});

/** A button by its whole name, or by a pattern. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
/** Answers the question of a dialog. */
export const confirmIn = async (page: Page, name: string, label: string) => {
  await page
    .getByRole('dialog', { name })
    .getByRole('button', { name: label, exact: true })
    .click();
};

export { expect };
