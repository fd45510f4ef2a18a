// The console on other hosts (docs/operations.md): any web server of files, and our own server with
// API_BASE_URL; and what `npm run console` refuses.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type LiteralBackend, startLiteralBackend } from './literal-backend.ts';
import { startServer } from './server-process.ts';

const test = base.extend<{ backend: LiteralBackend }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  backend: async ({}, use) => {
    const backend = await startLiteralBackend();
    await use(backend);
    await backend.close();
  },
});

const root = path.resolve(import.meta.dirname, '..');
const built = path.resolve(root, process.env.CONSOLE_FOLDER ?? 'web/dist');

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** A minimal web server: files of a folder, and index.html for unknown paths. */
const startPlainServer = async (config: string | undefined) => {
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').split('?')[0] as string;
    if (name === '/config.json' && config) return response.end(config);
    const file = await readFile(path.join(built, name)).catch(() => undefined);
    const type = file ? (types[path.extname(name)] ?? 'application/octet-stream') : 'text/html';
    response.setHeader('content-type', type);
    response.end(file ?? (await readFile(path.join(built, 'index.html'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const signInAndRead = async (page: Page, url: string) => {
  await page.goto(`${url}/report`);
  await page.getByRole('textbox', { name: 'Email' }).fill('lena@example.org');
  await page.getByLabel('Password', { exact: true }).fill('literal-2026');
  await page.locator('form').getByRole('button').last().click();
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
};

test('a plain web server with config.json and history fallback is enough', async ({
  page,
  backend,
}) => {
  const host = await startPlainServer(JSON.stringify({ apiBaseUrl: `${backend.url}/` }));
  await signInAndRead(page, host.url);
  await page.goto(`${host.url}/Pins`);
  await expect(page.getByRole('heading', { name: 'User Circles' })).toBeVisible();
  host.close();
});

test('without config.json, where index.html is answered for it, the console asks its own origin', async ({
  page,
}) => {
  const host = await startPlainServer(undefined);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${host.url}/`);
  await page.getByRole('textbox', { name: 'Email' }).fill('lena@example.org');
  await page.getByLabel('Password', { exact: true }).fill('literal-2026');
  await page.locator('form').getByRole('button').last().click();
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
  expect(asked).toContain(`POST ${host.url}/api/login`);
  host.close();
});

test('our server with API_BASE_URL hands out the console for the other backend', async ({
  page,
  backend,
}) => {
  const server = await startServer({ API_BASE_URL: backend.url });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|CORS/.test(message.text())) errors.push(message.text());
  });
  await signInAndRead(page, server.url);
  await page.getByRole('button', { name: 'Photo of pin 1001' }).click();
  const width = () =>
    page
      .getByRole('dialog', { name: 'Photo of pin 1001' })
      .getByAltText('Pin 1001')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(1);
  expect(errors).toEqual([]);
  await server.remove();
});

for (const [options, problem] of [
  [[], '--api is missing.'],
  [['--api', 'survey.example.org'], '--api must be a web address'],
  [['--api', 'https://survey.example.org', '--port', 'many'], '--port must be a port'],
  [['--backend', 'x'], 'Unknown option'],
] as const) {
  test(`npm run console says in words what is wrong: ${options.join(' ')}`, () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/console.mjs', ...options], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(stderr).toContain('Usage: npm run console');
  });
}
