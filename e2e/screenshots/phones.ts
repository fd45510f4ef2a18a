// Pictures of phones: how they are set up in the console (docs/collect.md), and the surveyor's page (docs/first-hour.md).
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { phoneOf, submit } from '../operation.ts';
import { administratorToken, send, signIn } from '../product.ts';
import { chooseView, openScreen } from '../screens.ts';
import { startServer } from '../server-process.ts';
import { openPage, phoneBrowser, prepare, save } from '../survey-phone.ts';
import { launchBrowser, pictureZone, takePicture } from './picture-page.ts';

/** The console as it is reached in an operation: over HTTPS, by its name. */
const behindProxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'survey.example.org' };

const openSetUp = async (page: Page, url: string, username: string, app: string) => {
  await openScreen(page, `${url}/mobile-users`);
  await page.getByLabel('Search users').fill(username);
  await page.getByRole('button', { name: `More actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Phone set-up' }).click();
  await page.getByRole('dialog').getByText(app, { exact: true }).click();
};

const takeSetUp = async (browser: Browser, server: { url: string }, folder: string) => {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 760 },
    extraHTTPHeaders: behindProxy,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const picture = (name: string) => takePicture(page, path.join(folder, `${name}.webp`));
  await signIn(page, server);
  await chooseView(page, {});
  const { username } = await prepare(server, 'ali');
  await openSetUp(page, server.url, username, 'ODK Collect');
  await picture('collect-1');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await page
    .getByRole('img', { name: `QR code for ${username}` })
    .first()
    .waitFor();
  await picture('collect-2');
  await openSetUp(page, server.url, username, 'Surveyor’s page');
  await page.getByRole('button', { name: 'Show code' }).click();
  await page
    .getByRole('img', { name: `QR code for ${username}` })
    .first()
    .waitFor();
  await picture('survey-1');
  await context.close();
};

const house = (pin: string) =>
  drawHouse(
    {
      seed: pin,
      pin,
      land: 'Residential',
      floors: 2,
      hasStoreFront: true,
      hour: 11,
      isPortrait: false,
    },
    { longEdge: 900 },
  );

const takePage = async (browser: Browser, server: { url: string }, folder: string) => {
  const { username, circle } = await prepare(server, 'sana');
  const phone = await phoneOf(server, username);
  const token = await administratorToken(server);
  for (const [at, pin] of ['0001', '0002', '0003'].entries()) {
    const { id } = await submit(phone, circle, pin, await house(pin), {
      latitude: 31.5204 + at * 0.0006,
      longitude: 74.3587 - at * 0.0004,
    });
    if (at !== 1) continue;
    const note = { text: 'The photo shows the neighbour.', fields: ['photo' as const] };
    const body = { version: 0, state: 'sent_back' as const, note };
    await send(server, calls.reviewReport, { params: { id }, body }, token);
  }
  const context = await browser.newContext({ ...phoneBrowser, locale: 'en-GB' });
  const page = await context.newPage();
  const picture = (name: string) => takePicture(page, path.join(folder, `${name}.webp`));
  await openPage(page, server, username);
  await page.getByRole('heading', { name: 'Sent back to you' }).waitFor();
  await picture('survey-2');
  await page.getByRole('button', { name: /of 10 left/ }).click();
  await page.getByRole('button', { name: 'Map' }).click();
  await page.getByRole('img', { name: /with their places/ }).waitFor();
  await picture('survey-3');
  await page.getByRole('button', { name: /0002/ }).click();
  await page.getByAltText('The photo that was refused').waitFor();
  await picture('survey-4');
  await context.setOffline(true);
  await save(page, server, { circle, pin: '0005' });
  await picture('survey-5');
  await context.close();
};

/** Takes the pictures into `folder`. */
export const takePhones = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const server = await startServer({ TIME_ZONE: pictureZone, TRUST_PROXY: '1' });
  const browser = await launchBrowser();
  try {
    await takeSetUp(browser, server, folder);
    await takePage(browser, server, folder);
  } finally {
    await browser.close();
    await server.remove();
  }
};
