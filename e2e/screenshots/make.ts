// `npm run screenshots`: every screen of the console on the sample operation, at three widths, light and
// dark, in English and Urdu, into docs/screens; and the pictures of docs/first-hour.md, from its own journey.
// `npm run screenshots -- phones` takes those of phones alone.
// `npm run screenshots -- screens map circle` makes those of two screens again and leaves the others.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { loadSampleOperation } from '@survey/field/sample-operation.ts';
import { signIn } from '../product.ts';
import { chooseView, innerScreens, openScreen } from '../screens.ts';
import { administrator, startServer } from '../server-process.ts';
import { takeFirstHour } from './first-hour.ts';
import { takePhones } from './phones.ts';
import {
  daysToMove,
  launchBrowser,
  pictureZone,
  preparePage,
  sampleMoment,
  takePicture,
} from './picture-page.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/screens');
const widths = [
  { width: 1440, height: 900 },
  { width: 820, height: 1100 },
  { width: 360, height: 740 },
];
/** What the whole folder may weigh. */
const mostBytes = 8 * 1024 * 1024;

interface Shot {
  name: string;
  address: string;
  /** What is opened on the screen before the picture. */
  open?: (page: Page) => Promise<void>;
}

const openDrawer = async (page: Page) => {
  await page.locator('tr[data-clickable]').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  await page
    .getByRole('dialog')
    .locator('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode())
    .catch(() => undefined);
};

const nameOf = (address: string) => address.slice(1).replace(/\?.*/, '').toLowerCase() || 'login';

const shots: Shot[] = [
  ...innerScreens.map((address) => ({ name: nameOf(address), address })),
  { name: 'report-drawer', address: '/report', open: openDrawer },
];
const outer: Shot[] = [
  { name: 'login', address: '/' },
  { name: 'register', address: '/register' },
];

const [, ...chosen] = process.argv.slice(2);
const isChosen = ({ name }: Shot) => chosen.length === 0 || chosen.includes(name);

const takeShots = async (page: Page, url: string, list: readonly Shot[]): Promise<number> => {
  let bytes = 0;
  for (const language of ['en', 'ur'] as const) {
    for (const { name, address, open } of list.filter(isChosen)) {
      await page.setViewportSize(widths[0] as { width: number; height: number });
      await chooseView(page, { language });
      await openScreen(page, `${url}${address}`);
      await open?.(page);
      for (const size of widths) {
        await page.setViewportSize(size);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
          const file = `${name}-${size.width}-${scheme}-${language}.webp`;
          bytes += await takePicture(page, path.join(folder, file));
        }
      }
    }
  }
  return bytes;
};

/** The whole set as a page, so that the folder can be looked at where it lies. */
const writeIndex = async () => {
  const names = [...outer, ...shots].map(({ name }) => name);
  const cell = (name: string, language: string, scheme: string) =>
    `![${name}](${name}-1440-${scheme}-${language}.webp)`;
  const rows = names.map(
    (name) =>
      `| ${name} | ${cell(name, 'en', 'light')} | ${cell(name, 'en', 'dark')} | ${cell(name, 'ur', 'light')} |`,
  );
  const lines = [
    '# Every screen',
    '',
    'Made by `npm run screenshots` from the sample operation. Beside these: 820 and 360 px wide, and Urdu in',
    'dark, as `<screen>-<width>-<light or dark>-<en or ur>.webp`.',
    '',
    '| screen | light | dark | Urdu |',
    '|---|---|---|---|',
    ...rows,
    '',
  ];
  await writeFile(path.join(folder, 'README.md'), lines.join('\n'));
};

const pageOf = async (context: BrowserContext, days: number) => {
  const page = await context.newPage();
  await preparePage(page, days);
  return page;
};

const makeScreens = async (): Promise<void> => {
  const moment = sampleMoment();
  const server = await startServer({ TIME_ZONE: pictureZone });
  const browser = await launchBrowser();
  try {
    await loadSampleOperation({
      baseUrl: server.url,
      adminEmail: administrator.email,
      adminPassword: administrator.password,
      now: moment,
      onProgress: (line) => console.log(line),
    });
    if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const context = await browser.newContext({ timezoneId: pictureZone, locale: 'en-GB' });
    const page = await pageOf(context, daysToMove(moment));
    await page.goto(`${server.url}/register`);
    let bytes = await takeShots(page, server.url, outer);
    await signIn(page, server);
    bytes += await takeShots(page, server.url, shots);
    await writeIndex();
    const { length } = await readdir(folder);
    console.log(`${length - 1} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB, in docs/screens`);
    if (bytes > mostBytes) throw new Error('The pictures are heavier than the 8 MB they may be.');
  } finally {
    await browser.close();
    await server.remove();
  }
};

const [wanted] = process.argv.slice(2);
const isWanted = (part: string) => wanted === undefined || wanted === part;
if (isWanted('screens')) await makeScreens();
if (isWanted('phones')) await takePhones(path.join(root, 'docs/pictures'));
if (isWanted('first-hour')) await takeFirstHour(path.join(root, 'docs/pictures'));
