// The journey of docs/first-hour.md on an empty server, with a picture of each step: what the guide says is
// what was done here.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { fieldPassword, phoneOf, submit } from '../operation.ts';
import { chooseView, openScreen } from '../screens.ts';
import { administrator, startServer } from '../server-process.ts';
import { workbook } from '../sheet-files.ts';
import {
  daysToMove,
  launchBrowser,
  pictureZone,
  preparePage,
  sampleMoment,
  takePicture,
} from './picture-page.ts';

const size = { width: 1200, height: 760 };
const circle = 'Model Town';
const surveyor = { username: 'ali.raza', name: 'Ali Raza' };

const parcels = [
  ['Circle', 'Pin', 'ratingarea', 'Locality', 'Block', 'Street_Address', 'OwnerName', 'Road'],
  ...Array.from({ length: 40 }, (_, at) => [
    circle,
    String(at + 1).padStart(4, '0'),
    'A',
    'Block C',
    'C',
    `House ${at + 1}, Street 4`,
    ['Sana Khan', 'Bilal Ahmed', 'ثنا خان', 'Imran Malik'][at % 4],
    'Link Road',
  ]),
];

const house = (pin: string, floors: number) =>
  drawHouse(
    {
      seed: pin,
      pin,
      land: 'Residential',
      floors,
      hasStoreFront: floors > 2,
      hour: 11,
      isPortrait: false,
    },
    { longEdge: 900 },
  );

const createUser = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(surveyor.username);
  await dialog.getByLabel('Full Name').fill(surveyor.name);
  await dialog.getByLabel('Email').fill('ali.raza@example.org');
  await dialog.getByLabel('Phone Number').fill('03001234567');
  await dialog.locator('input[type="password"]').fill(fieldPassword);
  await dialog.getByLabel('CNIC').pressSequentially('3520212345671');
};

/** Takes the pictures into `folder`, named first-hour-1.webp and so on. */
export const takeFirstHour = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const server = await startServer({ TIME_ZONE: pictureZone });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: size, timezoneId: pictureZone, locale: 'en-GB' });
  let step = 0;
  const picture = () => {
    step += 1;
    return takePicture(page, path.join(folder, `first-hour-${step}.webp`));
  };
  try {
    await preparePage(page, daysToMove(sampleMoment()));
    await page.goto(server.url);
    await chooseView(page, {});
    await page.getByLabel('Email').fill(administrator.email);
    await page.locator('input[name="password"]').fill(administrator.password);
    await picture();
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');

    await openScreen(page, `${server.url}/mobile-users`);
    await page.getByRole('button', { name: 'Create New User' }).click();
    await createUser(page);
    await picture();
    await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
    await page.getByRole('button', { name: `Block ${surveyor.username}`, exact: true }).waitFor();

    await openScreen(page, `${server.url}/UPLOAD`);
    await page.locator('input[type="file"]').setInputFiles(workbook(parcels));
    await page.getByText('Before sending').waitFor();
    await page.getByRole('cell', { name: '0001' }).waitFor();
    await picture();
    await page.getByRole('button', { name: 'Upload Data' }).click();
    await page.getByText('Upload successful!').waitFor();

    await openScreen(page, `${server.url}/assign`);
    await page.getByRole('button', { name: `Manage Circles of ${surveyor.username}` }).click();
    await page.getByRole('button', { name: `Add New ${circle}` }).click();
    await page.getByText(/^Circle added successfully/).waitFor();
    await picture();

    const phone = await phoneOf(server, surveyor.username);
    for (const [at, pin] of ['0001', '0002', '0003'].entries()) {
      await submit(phone, circle, pin, await house(pin, at + 1), {
        floors_num: at + 1,
        land_area: 120 + at * 60,
        capture_time: new Date(sampleMoment().getTime() - (at + 1) * 900_000).toISOString(),
      });
    }
    await openScreen(page, `${server.url}/report`);
    await picture();
    await page.locator('tr[data-clickable]').first().click();
    await page.getByRole('dialog').locator('dl').first().waitFor();
    await page.getByRole('dialog').locator('img').first().waitFor();
    await page.getByRole('dialog').locator('canvas.maplibregl-canvas').waitFor();
    await picture();
    await page.getByRole('dialog').getByRole('button', { name: 'Request resubmission' }).click();
    const question = page.getByRole('dialog', { name: 'Request resubmission' });
    await question.getByRole('button', { name: 'Request resubmission' }).waitFor();
    await picture();
    await question.getByRole('checkbox', { name: 'Without a note' }).check();
    await question.getByRole('button', { name: 'Request resubmission' }).click();
    await page
      .getByText(/was sent back to/)
      .first()
      .waitFor();

    await openScreen(page, `${server.url}/report`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    await saved;
    await picture();
    await openScreen(page, `${server.url}/dashboard`);
    await picture();
    console.log(`${step} pictures of the first hour, in docs/pictures`);
  } finally {
    await browser.close();
    await server.remove();
  }
};
