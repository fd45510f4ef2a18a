// The surveyor's page when things go wrong: no report is lost, none is stored twice, and the surveyor is told.
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { assign, createSurveyor, fieldPassword, uploadCircle } from './operation.ts';
import { administratorToken, expect, send, test } from './product.ts';
import {
  fakeCamera,
  idOf,
  openPage,
  openPin,
  phoneBrowser,
  prepare,
  reportsOf,
  save,
  takePhoto,
} from './survey-phone.ts';

test.use({
  operation: 'survey trouble',
  ...phoneBrowser,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] }),
});

test('two tabs send each report once', async ({ page, context, server }) => {
  const { username, circle } = await prepare(server, 'tabs');
  await openPage(page, server, username);
  await context.setOffline(true);
  for (const pin of ['0001', '0002', '0003']) await save(page, server, { circle, pin });
  const other = await context.newPage();
  await other.goto(`${server.url}/survey/queue`);
  await expect(other.getByText('3 to be sent, 0 sent today and confirmed.')).toBeVisible();
  // A busy server may ask a phone to come again: only what was stored counts.
  let stored = 0;
  context.on('response', (response) => {
    if (response.url().endsWith(calls.submitReport.path) && response.ok()) stored += 1;
  });
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(tab.getByText('3 sent today, all confirmed.')).toBeVisible();
  }
  expect(await reportsOf(server, circle)).toHaveLength(3);
  expect(stored).toBe(3);
});

test('a clock that is days wrong is told, and the report has the right time', async ({
  page,
  server,
}) => {
  const { username, circle } = await prepare(server, 'clock');
  await page.clock.install({ time: Date.now() + 40 * 24 * 3_600_000 });
  await openPage(page, server, username);
  await expect(page.getByText(/The clock of this phone is 576\d\d minutes wrong/)).toBeVisible();
  await save(page, server, { circle, pin: '0001' });
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  const [report] = await reportsOf(server, circle);
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Karachi' }).format(new Date());
  expect(report?.capture_time.slice(0, 10)).toBe(today);
});

test('a server that is away holds up nobody, and gets everything when it is back', async ({
  page,
  freshServer: server,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_CONNECTION_REFUSED|Failed to load resource/);
  const { username, circle } = await prepare(server, 'away');
  await openPage(page, server, username);
  await server.kill();
  await save(page, server, { circle, pin: '0001' });
  await save(page, server, { circle, pin: '0002' });
  await expect(
    page.getByText(/attempt failed; the next one comes by itself/).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'My work' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached');
  await server.restart();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Reports' }).click();
  await expect(page.getByText('2 sent today, all confirmed.')).toBeVisible();
  expect(await reportsOf(server, circle)).toHaveLength(2);
});

test('blocked while offline: kept, told, and sent once the account is active again', async ({
  page,
  context,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/401|403/);
  const { username, circle } = await prepare(server, 'blocked');
  await openPage(page, server, username);
  await context.setOffline(true);
  await save(page, server, { circle, pin: '0001' });
  const token = await administratorToken(server);
  const user_id = await idOf(server, username);
  await send(server, calls.changeUserStatus, { body: { user_id, status: false } }, token);
  await context.setOffline(false);
  const again = page.getByRole('region', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(fieldPassword);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again.getByRole('alert')).toContainText('This account is blocked');
  expect(await reportsOf(server, circle)).toEqual([]);
  await send(server, calls.changeUserStatus, { body: { user_id, status: true } }, token);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  expect(await reportsOf(server, circle)).toHaveLength(1);
});

test('a circle that went to somebody else while offline: the report is stored and marked', async ({
  page,
  context,
  server,
}) => {
  const { username, circle } = await prepare(server, 'giver');
  const taker = await prepare(server, 'taker');
  await openPage(page, server, username);
  await context.setOffline(true);
  await save(page, server, { circle, pin: '0001' });
  const body = { source_user: username, target_user: taker.username, circle };
  await send(server, calls.transferPins, { body }, await administratorToken(server));
  await context.setOffline(false);
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  await page.getByRole('button', { name: 'My work' }).click();
  await expect(page.getByText('No circle is assigned to you yet.', { exact: false })).toBeVisible();
  const { data } = await send(
    server,
    calls.allReports,
    { query: { circle: [circle], list: ['off'], page: 1 } },
    await administratorToken(server),
  );
  expect(data.map(({ pin, username: by }) => [pin, by])).toEqual([['0001', username]]);
});

test('two surveyors on one phone: what one has not sent is neither shown nor sent under the other', async ({
  page,
  context,
  server,
}) => {
  const [first, second] = [await prepare(server, 'morning'), await prepare(server, 'evening')];
  const signOut = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Username or email')).toBeVisible();
  };
  await openPage(page, server, first.username);
  await context.setOffline(true);
  await save(page, server, { circle: first.circle, pin: '0001' });
  await signOut();
  await context.setOffline(false);

  await openPage(page, server, second.username);
  await expect(page.getByText(first.circle)).toHaveCount(0);
  await save(page, server, { circle: second.circle, pin: '0002' });
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  expect(await reportsOf(server, first.circle)).toEqual([]);
  await signOut();

  await openPage(page, server, first.username);
  await page.getByRole('button', { name: 'Reports' }).click();
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  const stored = [
    ...(await reportsOf(server, first.circle)),
    ...(await reportsOf(server, second.circle)),
  ];
  expect(stored.map(({ pin, username }) => [pin, username])).toEqual([
    ['0001', first.username],
    ['0002', second.username],
  ]);
});

/** Takes what the browser still gives, as other pages and films do. */
const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const open = indexedDB.open('filler', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('bytes', { autoIncrement: true });
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    for (let size = 4_000_000; size >= 1000; ) {
      // Zeros would be compressed to nothing.
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += 65_536)
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      const write = open.result.transaction('bytes', 'readwrite');
      write.objectStore('bytes').add(bytes);
      const isTaken = await new Promise<boolean>((resolve) => {
        write.oncomplete = () => resolve(true);
        write.onabort = () => resolve(false);
      });
      if (!isTaken) size = Math.floor(size / 2);
    }
    open.result.close();
  });

test('a phone without space says so, keeps what it has, and goes on when there is space again', async ({
  page,
  context,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/QuotaExceededError|quota/i);
  const { username, circle } = await prepare(server, 'full');
  const browser = await context.newCDPSession(page);
  const allow = (quotaSize?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin: server.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await allow(20_000_000);
  // Chromium tells every page the same quota, whatever space the disk has; other browsers tell what is left.
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 20_000_000, usage: 5_000_000 });
  });
  await openPage(page, server, username);
  await expect(page.getByText(/^Only 15 MB are free for photos/)).toBeVisible();
  await context.setOffline(true);
  await openPin(page, server, circle, '0001');
  await page.getByLabel('Comments').fill('before');
  await takePhoto(page);
  await fillStorage(page);
  // Far below what is used: space that the browser frees by itself is not enough for a later write.
  await allow(1_000_000);
  await page.getByRole('button', { name: 'Take another photo' }).click();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect(page.getByText(/The photo could not be kept/)).toBeVisible();
  await expect(page.getByText(/what you did last is not kept/)).toBeVisible();
  await page.getByRole('button', { name: 'Save and send' }).click();
  const failedWrite = page.waitForEvent('pageerror', (error) => /quota/i.test(String(error)));
  await page.getByRole('button', { name: 'Save all the same' }).click();
  await failedWrite;
  // The page does not claim that it is saved.
  await expect(page.getByRole('heading', { name: 'PIN 0001' })).toBeVisible();

  await allow();
  await page.getByLabel('Comments').fill('with space again');
  await expect(page.getByText(/what you did last is not kept/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Save all the same' }).click();
  await page.getByRole('button', { name: 'Reports' }).click();
  await context.setOffline(false);
  // An attempt that was under way without a network is repeated within a minute, or when it is asked for.
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 500 })
      .catch(() => undefined);
    await expect(page.getByText('1 sent today, confirmed.')).toBeVisible({ timeout: 1500 });
  }).toPass({ timeout: 15_000 });
  const [report, ...others] = await reportsOf(server, circle);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ pin: '0001', comments: 'with space again' });
  expect(report?.picture_path).toBeTruthy();
});

/** `npm run soak -- --long-forms` has more. */
const unsent = Number(process.env.UNSENT_REPORTS ?? 120);

test(`an update finds ${unsent} unsent reports in the store of an older version, and sends them`, async ({
  page,
  server,
}) => {
  test.slow();
  const [username, circle] = ['walker-of-old', 'Old Town'];
  await createSurveyor(server, username);
  const pins = await uploadCircle(server, circle, unsent);
  await assign(server, username, circle);
  const { token } = await send(server, calls.deviceSignIn, {
    body: { login: username, password: fieldPassword },
  });
  const { pins: units } = await send(server, calls.devicePins, { query: {} }, token);
  expect(pins).toHaveLength(unsent);
  await page.goto(`${server.url}/config.json`);
  // The store as version 1 made it: four stores, no more.
  await page.evaluate(
    async ({ username, token, units }) => {
      const open = (name: string, upgrade: (database: IDBDatabase) => void) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name, 1);
          request.onupgradeneeded = () => upgrade(request.result);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const written = (transaction: IDBTransaction) =>
        new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error);
        });
      const accounts = await open('survey-accounts', (database) => {
        database.createObjectStore('accounts', { keyPath: 'username' });
        database.createObjectStore('settings');
      });
      const account = accounts.transaction(['accounts', 'settings'], 'readwrite');
      account.objectStore('accounts').put({ username, name: 'Old', token, isExpired: false });
      account.objectStore('settings').put(username, 'current');
      await written(account);
      accounts.close();
      const phone = await open(`survey-of-${username}`, (database) => {
        database.createObjectStore('state');
        database.createObjectStore('circles', { keyPath: 'circle' });
        database.createObjectStore('reports', { keyPath: 'id' });
        database.createObjectStore('photos', { keyPath: 'id' });
      });
      const reports = phone.transaction('reports', 'readwrite');
      const now = Date.now();
      for (const [at, unit] of units.entries()) {
        reports.objectStore('reports').put({
          id: crypto.randomUUID(),
          circle: unit.circle,
          pin: unit.pin,
          unit,
          state: 'ready',
          answers: {
            outcome: 'surveyed',
            land: '',
            land_area: '',
            covered_area: '',
            floors_num: '2',
          },
          place: null,
          hasPhoto: false,
          begunAt: now - 60_000 + at,
          changedAt: now,
          capturedAt: new Date(now).toISOString(),
          appVersion: '0.2.0',
          deviceId: 'old-phone',
          isOpen: false,
          attempts: 0,
          nextAttemptAt: 0,
          refusal: null,
          confirmedAt: null,
        });
      }
      await written(reports);
      phone.close();
    },
    { username, token, units },
  );
  await page.goto(`${server.url}/survey/queue`);
  await expect(page.getByText(`${unsent} sent today, all confirmed.`)).toBeVisible({
    timeout: 60_000,
  });
  const { total } = await send(
    server,
    calls.allReports,
    { query: { circle: [circle], page: 1 } },
    await administratorToken(server),
  );
  expect(total).toBe(unsent);
  // A page in another tab is newer than this one: its store is used as it is.
  await page.goto(`${server.url}/config.json`);
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 99);
        request.onupgradeneeded = () => request.result.createObjectStore('of the future');
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
    `survey-of-${username}`,
  );
  await page.goto(`${server.url}/survey/queue`);
  await expect(page.getByText(`${unsent} sent today, all confirmed.`)).toBeVisible();
});
