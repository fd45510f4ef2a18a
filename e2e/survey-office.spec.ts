// What office and phone do together: a code to sign in, the state of a phone, a circle that is finished, a rescue file.
import { readFile } from 'node:fs/promises';
import { calls } from '@survey/contract';
import { phoneOf, submit } from './operation.ts';
import { administratorToken, expect, send, signIn, test } from './product.ts';
import {
  fakeCamera,
  openPage,
  openPin,
  phoneBrowser,
  prepare,
  reportsOf,
  save,
  takePhoto,
} from './survey-phone.ts';

test.use({
  operation: 'survey office',
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] }),
});

test('a code of the office signs a phone in once; the office sees how the phone does', async ({
  page,
  browser,
  server,
}) => {
  const { username, circle } = await prepare(server, 'coded');
  await signIn(page, server);
  await page.goto(`${server.url}/mobile-users`);
  const openDialog = async () => {
    await page.getByLabel('Search users').fill(username);
    await page.getByRole('button', { name: `More actions for ${username}` }).click();
    await page.getByRole('menuitem', { name: 'Phone set-up' }).click();
    return page.getByRole('dialog', { name: `Phone set-up for ${username}` });
  };
  const dialog = await openDialog();
  await dialog.getByRole('button', { name: 'Show code' }).click();
  await expect(dialog.getByRole('img', { name: `QR code for ${username}` })).toBeVisible();
  const words = await dialog.getByText(/^[a-z]+( [a-z]+){5}$/).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext(phoneBrowser);
  const phone = await context.newPage();
  await phone.goto(`${server.url}/survey/#code=${words.replaceAll(' ', '-')}`);
  await expect(phone.getByLabel('Code of your office')).toHaveValue(words.replaceAll(' ', '-'));
  expect(new URL(phone.url()).hash).toBe('');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'My circles' })).toBeVisible();
  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  // The same code again, typed on another phone.
  const other = await browser.newPage();
  await other.goto(`${server.url}/survey`);
  await other.getByRole('button', { name: 'Sign in with a code' }).click();
  await other.getByLabel('Code of your office').fill(words.toUpperCase());
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('alert')).toContainText('a code works once');

  // Nothing more here, said without a network.
  await context.setOffline(true);
  await phone.getByRole('button', { name: circle }).click();
  await phone.getByRole('button', { name: 'Nothing more here' }).click();
  await phone.getByRole('textbox').last().fill('All ten are one plot.');
  await phone.getByRole('button', { name: 'Nothing more here' }).click();
  await expect(phone.getByText('Your office is told with the next network.')).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByText('Your office knows.')).toBeVisible();
  await page.goto(`${server.url}/Pins`);
  await expect(
    page.getByRole('img', { name: new RegExp(`Nothing more here, says ${username}.*one plot`) }),
  ).toBeVisible();

  await page.goto(`${server.url}/mobile-users`);
  const phones = await openDialog();
  await expect(phones.getByText(/^survey page \d/)).toBeVisible();
  await expect(phones.getByText(/Last contact .* all sent/)).toBeVisible();
  await context.close();
  await other.close();
});

test('unsent reports of a broken phone are imported, once, whatever the phone sends later', async ({
  page,
  browser,
  server,
}) => {
  const { username, circle } = await prepare(server, 'rescued');
  const context = await browser.newContext(phoneBrowser);
  const phone = await context.newPage();
  await openPage(phone, server, username);
  await context.setOffline(true);
  await openPin(phone, server, circle, '0001');
  await takePhoto(phone);
  await phone.getByRole('button', { name: 'Surveyed', exact: true }).click();
  await phone.getByRole('button', { name: 'Save and send' }).click();
  // Saved when the form has closed; leaving before that keeps a draft.
  await expect(phone.getByRole('heading', { name: 'PIN 0001' })).toHaveCount(0);
  await save(phone, server, { circle, pin: '0002' });
  await openPin(phone, server, circle, '0003');
  await phone.getByLabel('Comments').fill('not finished');
  await phone.getByRole('button', { name: 'Later' }).click();
  await phone.goto(`${server.url}/survey/more`);
  const saved = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Save 3 unsent reports as a file' }).click();
  const file = await (await saved).path();

  await signIn(page, server);
  await page.goto(`${server.url}/mobile-users`);
  const open = async (bytes: Buffer) => {
    await page.getByRole('button', { name: 'Import a rescue file' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('dialog').getByLabel('Rescue file').click(),
    ]);
    await chooser.setFiles({ name: 'unsent.json', mimeType: 'application/json', buffer: bytes });
    return page.getByRole('dialog', { name: 'Import a rescue file' });
  };
  const bytes = await readFile(file);
  const broken = await open(bytes.subarray(0, bytes.length - 10));
  await expect(broken.getByRole('alert')).toContainText('This is no rescue file');
  await broken.getByRole('button', { name: 'Cancel' }).click();
  const dialog = await open(bytes);
  await expect(dialog.getByText(`3 reports of ${username}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 reports' }).click();
  await expect(dialog.getByText('2 stored, 0 were there already, 0 refused.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const again = await open(bytes);
  await again.getByLabel('Also 1 report that the surveyor had not finished').check();
  await again.getByRole('button', { name: 'Import 3 reports' }).click();
  await expect(again.getByText('1 stored, 2 were there already, 0 refused.')).toBeVisible();

  const stored = await reportsOf(server, circle);
  expect(stored.map(({ pin, username: by }) => `${by} ${pin}`).sort()).toEqual(
    ['0001', '0002', '0003'].map((pin) => `${username} ${pin}`),
  );
  expect(stored.find(({ pin }) => pin === '0001')?.picture_path).toBeTruthy();
  // The phone came to life.
  await context.setOffline(false);
  await phone.goto(`${server.url}/survey/queue`);
  await expect(phone.getByText('2 sent today, all confirmed.')).toBeVisible();
  expect(await reportsOf(server, circle)).toHaveLength(3);
  await context.close();
});

test('the map shows what anybody has surveyed, without a network too; a place that is not accurate needs a reason', async ({
  browser,
  server,
}) => {
  const { username, circle } = await prepare(server, 'mapped');
  const earlier = await phoneOf(server, username);
  await submit(earlier, circle, '0001', null, { latitude: 31.5206, longitude: 74.359 });
  const { id } = await submit(earlier, circle, '0002', null, {
    latitude: 31.521,
    longitude: 74.3587,
  });
  await send(
    server,
    calls.reviewReport,
    {
      params: { id },
      body: { version: 0, state: 'sent_back', note: { text: 'Again', fields: ['photo'] } },
    },
    await administratorToken(server),
  );
  const context = await browser.newContext(phoneBrowser);
  const phone = await context.newPage();
  await openPage(phone, server, username);
  await phone.getByRole('button', { name: /9 of 10 left/ }).click();
  await phone.getByRole('button', { name: 'Map' }).click();
  const map = phone.getByRole('img', { name: '2 pins with their places' });
  await expect(map).toBeVisible();
  await context.setOffline(true);
  await phone.reload();
  await expect(map).toBeVisible();
  await phone.getByRole('button', { name: 'Around me' }).click();
  // 67 m to the north of the surveyor.
  await expect(phone.getByRole('button', { name: /0002.*6\d m/ })).toBeVisible();
  await expect(phone.getByRole('button', { name: /0001/ })).toHaveCount(0);

  await context.setGeolocation({ latitude: 31.5204, longitude: 74.3587, accuracy: 80 });
  await phone.getByRole('button', { name: /0002/ }).click();
  await phone.getByRole('button', { name: 'Take the place now (within 80 m)' }).click();
  await phone.getByRole('button', { name: 'Surveyed', exact: true }).click();
  await phone.getByRole('button', { name: 'Save and send' }).click();
  await expect(
    phone.getByText('Not there yet: photo, why the place is not accurate.'),
  ).toBeVisible();
  await phone.getByRole('button', { name: 'The signal is blocked here' }).click();
  await takePhoto(phone);
  await phone.getByRole('button', { name: 'Save and send' }).click();
  await context.setOffline(false);
  await expect
    .poll(
      async () => (await reportsOf(server, circle)).find(({ pin }) => pin === '0002')?.resubmission,
    )
    .toBe(0);
  const report = (await reportsOf(server, circle)).find(({ pin }) => pin === '0002');
  const details = await send(
    server,
    calls.reportDetails,
    { params: { id: Number(report?.id) } },
    await administratorToken(server),
  );
  expect(details.phone).toMatchObject({ accuracy: 80, place_reason: 'The signal is blocked here' });
  await context.close();
});
