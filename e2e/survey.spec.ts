// The surveyor's page in a real browser: offline, with a camera and a place, killed while it is used.
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { seeded } from '@survey/field/random.ts';
import {
  assign,
  createSurveyor,
  fieldPassword,
  phoneOf,
  submit,
  uploadCircle,
} from './operation.ts';
import { administratorToken, expect, send, test } from './product.ts';
import type { ServerProcess } from './server-process.ts';
import { phoneKills } from './soak/phone-kills.ts';

const house = { latitude: 31.5204, longitude: 74.3587, accuracy: 6 };

test.use({
  operation: 'survey',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  permissions: ['geolocation', 'camera'],
  geolocation: house,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    }),
});

let last = 0;

/** A surveyor with a circle of ten pins. */
const prepare = async (server: ServerProcess) => {
  last += 1;
  const [username, circle] = [`walker-${last}`, `Canal View ${last}`];
  await createSurveyor(server, username, `Walker ${last}`);
  const pins = await uploadCircle(server, circle, 10);
  await assign(server, username, circle);
  return { username, circle, pins };
};

/** Signs in and waits until the page can open without a network. */
const openPage = async (page: Page, server: ServerProcess, username: string) => {
  await page.goto(`${server.url}/survey`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(fieldPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'My circles' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
};

const takePhoto = async (page: Page) => {
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect(page.getByText(/Kept on this phone, \d+ kB/)).toBeVisible();
};

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

/** What the server has of a circle. */
const reportsOf = async (server: ServerProcess, circle: string) => {
  const { data } = await send(
    server,
    calls.allReports,
    { query: { circle: [circle], page: 1 } },
    await administratorToken(server),
  );
  return data;
};

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
  const { users } = await send(server, calls.mobileUsers, {}, await administratorToken(server));
  const { id } = users.find((user) => user.username === username) ?? {};
  const save = async (pin: string) => {
    await page.goto(`${server.url}/survey/circle?name=${encodeURIComponent(circle)}`);
    await page.getByRole('button', { name: new RegExp(pin) }).click();
    await page.getByLabel('Comments').fill(`of ${pin}`);
    await page.getByRole('button', { name: 'Save and send' }).click();
    await page.getByRole('button', { name: 'Save all the same' }).click();
    await page.getByRole('button', { name: 'Reports' }).click();
  };
  // A page of a portal answers in place of the server: that is no confirmation.
  await page.route('**/api/device/reports', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Buy airtime</h1>' }),
  );
  await save('0001');
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
  await save('0002');
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('heading', { name: /Needs you/ })).toBeVisible();
  await expect.poll(async () => (await reportsOf(server, circle)).length).toBe(1);
  await page.unroute('**/api/device/reports');
  await page.getByRole('button', { name: /0001/ }).click();
  await expect(page.getByText('is required', { exact: true })).toBeVisible();
  // Blocked and unblocked meanwhile: the session has ended, the work has not.
  const token = await administratorToken(server);
  for (const status of [false, true]) {
    await send(server, calls.changeUserStatus, { body: { user_id: Number(id), status } }, token);
  }
  await page.getByLabel('Comments').fill('mended');
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Save all the same' }).click();
  const again = page.getByRole('region', { name: 'Sign in again' });
  await expect(again).toContainText('Everything is kept on this phone');
  await again.getByLabel('Password').fill(fieldPassword);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(async () => (await reportsOf(server, circle)).length).toBe(2);
});

test('a browser that is killed while it is used has what it said it kept', async ({ server }) => {
  const { saved, lost, doubled, rounds } = await phoneKills(server, 3, seeded('phone kills').next);
  expect({ rounds, lost, doubled }).toEqual({ rounds: 3, lost: [], doubled: [] });
  expect(saved).toBeGreaterThan(0);
});
