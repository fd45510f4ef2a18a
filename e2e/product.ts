// Fixtures of every journey: a running product, a browser on it, an administrator who can sign in,
// and ways to create data through the product's own calls.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Call, type ClientInput, calls, type ReplyOf } from '@survey/contract';
import { makeCall } from '@survey/field/api.ts';
import { administrator, baseMapFile, type ServerProcess, startServer } from './server-process.ts';

/** Makes a call with a token. Throws with the server's message where it is refused. */
export const send = <C extends Call>(
  server: { url: string },
  call: C,
  input: ClientInput<C>,
  token?: string,
): Promise<ReplyOf<C>> => makeCall({ baseUrl: server.url }, call, input, token);

/** The administrator's token. */
export const administratorToken = async (server: { url: string }): Promise<string> =>
  (await send(server, calls.login, { body: administrator })).token;

/** Adds another administrator, as an operator does, and changes the made password; answers the new one. */
export const addAdministrator = async (server: ServerProcess, email: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/dist/administrators.js', 'add', email, 'Colleague'],
    {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: { ...process.env, DATA_DIR: server.dataDir },
    },
  );
  const [, current_password = ''] = /password (\S+)/.exec(stdout) ?? [];
  const new_password = 'a colleague by the canal';
  const { token } = await send(server, calls.login, {
    body: { email, password: current_password },
  });
  await send(server, calls.changeOwnPassword, { body: { current_password, new_password } }, token);
  return new_password;
};

/** Another administrator, made as an operator makes one, in a browser of their own. */
export const colleague = async (browser: Browser, server: ServerProcess, email: string) => {
  const password = await addAdministrator(server, email);
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/dashboard/);
  return page;
};

/** Signs the page in without the login screen, as a stored session does (spec 3). */
export const signIn = async (
  page: Page,
  server: { url: string },
  who: { email: string; password: string } = administrator,
): Promise<void> => {
  const { token, user } = await send(server, calls.login, { body: who });
  // Any resource of the origin will do; a page of the console would be loaded in vain.
  await page.goto(`${server.url}/config.json`);
  await page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem('token', storedToken as string);
      localStorage.setItem('user', storedUser as string);
    },
    [token, JSON.stringify(user)],
  );
};

/** Delays the answers of these calls until they are released, so that the intermediate state can be tested. */
export const holdCalls = async (page: Page, url: string) => {
  let letThrough = () => {};
  let count = 0;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(url, async (route) => {
    count += 1;
    await isLetThrough;
    await route.continue();
  });
  return { letThrough, count: () => count };
};

/**
 * Waits for a part whose code could not be fetched at first. Browsers that keep such a failure, as Chromium 150 does,
 * bring it by the reload that is offered; `open` opens it again then.
 */
export const comesAfterAll = (page: Page, part: Locator, open = async () => {}): Promise<void> => {
  const reload = page.getByRole('button', { name: 'Reload' });
  return expect(async () => {
    if (await reload.isVisible()) {
      await reload.click({ timeout: 1000 });
      await open();
    }
    await expect(part).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
};

interface Fixtures {
  /** A separate server for a test that counts everything or stops the server. */
  freshServer: ServerProcess;
  /** Messages the browser's console is expected to print as errors in this test. */
  expectedErrors: RegExp[];
  /** Fails the test where the page threw or printed an error that was not expected. */
  noErrors: undefined;
}

interface WorkerFixtures {
  /** Test files that name an operation get a separate server: `test.use({ operation: … })`. */
  operation: string;
  /** A server shared by the journeys of one worker: use unique circle and user names. */
  server: ServerProcess;
}

/** Chromium's own lines for answers that are part of the journey (401, 422, aborted). */
const ordinary = [/Failed to load resource/];

/** The worker's server, started when a journey first needs it. */
let shared: ServerProcess | undefined;

export const test = base.extend<Fixtures, WorkerFixtures>({
  operation: ['shared', { option: true, scope: 'worker' }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({ MAP_PMTILES: baseMapFile });
      shared = server;
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  freshServer: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.remove();
  },
  expectedErrors: [[], { option: true }],
  noErrors: [
    async ({ page, expectedErrors }, use, info) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use(undefined);
      if (shared && info.status !== info.expectedStatus)
        console.log(`The server's last words:\n${shared.log()}`);
      const allowed = [...ordinary, ...expectedErrors];
      expect(errors.filter((error) => !allowed.some((known) => known.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
