// The surveyor's page in a real browser: offline, with a camera and a place, killed while it is used.
import { calls } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { seeded } from '@survey/field/random.ts';
import { fieldPassword, phoneOf, submit } from './operation.ts';
import { administratorToken, expect, send, test } from './product.ts';
import { phoneKills } from './soak/phone-kills.ts';
import {
  fakeCamera,
  house,
  idOf,
  openPage,
  phoneBrowser,
  prepare,
  reportsOf,
  save,
  takePhoto,
} from './survey-phone.ts';

test.use({
  operation: 'survey',
  ...phoneBrowser,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...fakeCamera],
    }),
});

const smallPhoto = () =>
  drawHouse(
    {
      land: 'Residential',
      floors: 1,
      hasStoreFront: true,
      hour: 9,
      isPortrait: false,
      seed: 'refused',
      pin: '1',
    },
    { longEdge: 320 },
  );

test('surveys without a network, survives a closed browser, and sends when it is back', async ({
  page,
  context,
  server,
}) => {
  const { username, circle } = await prepare(server);
  await openPage(page, server, username);
  await context.setOffline(true);
  await page.goto(`${server.url}/survey/`);
  await expect(page.getByText(/No network. Go on surveying/)).toBeVisible();

  await page.getByRole('button', { name: circle }).click();
  await page.getByRole('button', { name: /0003/ }).click();
  await takePhoto(page);
  await expect(page.getByText('Kept, within 6 m')).toBeVisible();
  await page.getByRole('button', { name: 'Surveyed', exact: true }).click();
  await page.getByLabel('Land Area').fill('120,5');
  await page.getByLabel('Comments').fill('دکان بند');

  // The page is gone and comes back: everything is there, at this pin.
  await page.goto(`${server.url}/survey/`);
  await expect(page.getByRole('heading', { name: 'PIN 0003' })).toBeVisible();
  await expect(page.getByText('Kept from before: photo, place, 3 answers.')).toBeVisible();
  await expect(page.getByLabel('Land Area')).toHaveValue('120,5');

  await page.getByLabel('Floors').fill('two');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await expect(page.getByText('must be a number')).toBeVisible();
  await page.getByLabel('Floors').fill('2');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Reports' }).click();
  await expect(page.getByText('1 to be sent, 0 sent today and confirmed.')).toBeVisible();
  expect(await reportsOf(server, circle)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('1 sent today, confirmed.')).toBeVisible();
  const [report, ...others] = await reportsOf(server, circle);
  expect(others).toEqual([]);
  expect(report).toMatchObject({
    pin: '0003',
    land_area: 120.5,
    floors_num: 2,
    comments: 'دکان بند',
    latitude: house.latitude,
    longitude: house.longitude,
  });
  expect(report?.picture_path).toBeTruthy();
});

test('what was sent back comes with its note and its photo, and is answered', async ({
  page,
  context,
  server,
}) => {
  const { username, circle } = await prepare(server);
  const phone = await phoneOf(server, username);
  const { id } = await submit(phone, circle, '0004', await smallPhoto());
  await send(
    server,
    calls.reviewReport,
    {
      params: { id },
      body: {
        version: 0,
        state: 'sent_back',
        note: { text: 'The photo shows the neighbour.', fields: ['photo'] },
      },
    },
    await administratorToken(server),
  );
  await openPage(page, server, username);
  await expect(page.getByRole('heading', { name: 'Sent back to you' })).toBeVisible();
  await page.getByRole('button', { name: /0004/ }).click();
  await expect(page.getByAltText('The photo that was refused')).toBeVisible();
  await context.setOffline(true);
  await page.goto(`${server.url}/survey/`);
  const sentBack = page.getByRole('region', { name: 'Sent back' });
  await expect(sentBack).toContainText('The photo shows the neighbour.');
  await expect(sentBack).toContainText('It is about: Photo.');
  await expect(page.getByAltText('The photo that was refused')).toBeVisible();
  await page.getByLabel('Answer to your office').fill('Taken from the gate now.');
  await takePhoto(page);
  await page.getByRole('button', { name: 'Locked' }).click();
  await page.getByRole('button', { name: 'Save and send' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Sent back to you' })).toHaveCount(0);
  await expect.poll(async () => (await reportsOf(server, circle))[0]?.resubmission).toBe(0);
});

test('a session that ends keeps everything, and a refused report holds up no other', async ({
  page,
  server,
}) => {
  const { username, circle } = await prepare(server);
  await openPage(page, server, username);
  const id = await idOf(server, username);
  // A page of a portal answers in place of the server: that is no confirmation.
  await page.route('**/api/device/reports', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Buy airtime</h1>' }),
  );
  await save(page, server, { circle, pin: '0001' });
  await expect(page.getByText('1 attempt failed; the next one comes by itself')).toBeVisible();
  // The server refuses one for good; the other goes.
  await page.unroute('**/api/device/reports');
  await page.route('**/api/device/reports', async (route) => {
    const isFirst = route.request().postDataBuffer()?.includes('of 0001');
    if (!isFirst) return route.continue();
    return route.fulfill({
      status: 422,
      json: {
        message: 'comments: is required',
        code: 'invalid-input',
        errors: { comments: ['is required'] },
      },
    });
  });
  await save(page, server, { circle, pin: '0002' });
  await expect(page.getByRole('heading', { name: /Needs you/ })).toBeVisible();
  await expect.poll(async () => (await reportsOf(server, circle)).length).toBe(1);
  await page.unroute('**/api/device/reports');
  await page.getByRole('button', { name: /0001/ }).click();
  await expect(page.getByText('is required', { exact: true })).toBeVisible();
  // Blocked and unblocked meanwhile: the session has ended, the work has not.
  const token = await administratorToken(server);
  for (const status of [false, true]) {
    await send(server, calls.changeUserStatus, { body: { user_id: id, status } }, token);
  }
  await page.getByLabel('Comments').fill('mended');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Save all the same' }).click();
  const again = page.getByRole('region', { name: 'Sign in again' });
  await expect(again).toContainText('Everything is kept on this phone');
  await again.getByLabel('Password').fill(fieldPassword);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(async () => (await reportsOf(server, circle)).length).toBe(2);
});

test('a browser that is killed while it is used has what it said it kept', async ({ server }) => {
  const { saved, lost, doubled, rounds } = await phoneKills(server, 3, seeded('phone kills').next);
  expect({ rounds, lost, doubled }).toEqual({ rounds: 3, lost: [], doubled: [] });
  expect(saved).toBeGreaterThan(0);
});
