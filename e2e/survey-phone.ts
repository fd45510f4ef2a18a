// A surveyor's phone for journeys: the surveyor's page in a browser, with its circle of pins.
import { expect, type Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { assign, createSurveyor, fieldPassword, uploadCircle } from './operation.ts';
import { administratorToken, send } from './product.ts';

/** Where the phone stands. */
export const house = { latitude: 31.5204, longitude: 74.3587, accuracy: 6 };

/** What a browser needs to be a phone. */
export const phoneBrowser = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  permissions: ['geolocation', 'camera'],
  geolocation: house,
};

/** Arguments of Chromium: a camera that draws pictures, and nobody who is asked for it. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let last = 0;

/** A surveyor with a circle of ten pins. */
export const prepare = async (server: { url: string }, name = 'walker') => {
  last += 1;
  const [username, circle] = [`${name}-${last}`, `Canal View ${last} ${name}`];
  await createSurveyor(server, username, `Walker ${last}`);
  const pins = await uploadCircle(server, circle, 10);
  await assign(server, username, circle);
  return { username, circle, pins };
};

/** The id of a mobile user. */
export const idOf = async (server: { url: string }, username: string): Promise<number> => {
  const { users } = await send(server, calls.mobileUsers, {}, await administratorToken(server));
  return Number(users.find((user) => user.username === username)?.id);
};

/** Signs in and waits until the page can open without a network. */
export const openPage = async (page: Page, server: { url: string }, username: string) => {
  await page.goto(`${server.url}/survey`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(fieldPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(/^List of /)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
};

/** Opens the form of a pin. */
export const openPin = async (page: Page, server: { url: string }, circle: string, pin: string) => {
  await page.goto(`${server.url}/survey/circle?name=${encodeURIComponent(circle)}`);
  await page.getByRole('button', { name: new RegExp(pin) }).click();
};

/** Writes a report without a photo and saves it; ends on the screen of the queue. */
export const save = async (
  page: Page,
  server: { url: string },
  { circle, pin, comments = `of ${pin}` }: { circle: string; pin: string; comments?: string },
) => {
  await openPin(page, server, circle, pin);
  await page.getByLabel('Comments').fill(comments);
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Save all the same' }).click();
  await page.getByRole('button', { name: 'Reports' }).click();
};

export const takePhoto = async (page: Page) => {
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await expect(page.getByText(/Kept on this phone, \d+ kB/)).toBeVisible();
};

/** What the server has of a circle. */
export const reportsOf = async (server: { url: string }, circle: string) => {
  const { data } = await send(
    server,
    calls.allReports,
    { query: { circle: [circle], page: 1, per_page: 100 } },
    await administratorToken(server),
  );
  return data;
};
