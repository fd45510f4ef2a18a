// A browser with reproducible pictures: a fixed clock, no animation, dates relative to one day.
import { type Browser, chromium, type Page } from '@playwright/test';
import { dayMs } from '@survey/contract';
import sharp from 'sharp';

/** The moment of every picture, and the zone of the operation. */
export const pictureMoment = new Date('2026-11-21T09:30:00+05:00');
export const pictureZone = 'Asia/Karachi';

/** The last moment of this time of day: what the sample operation is made up to. */
export const sampleMoment = (now = new Date()): Date => {
  const days = Math.floor((now.getTime() - pictureMoment.getTime()) / dayMs);
  return new Date(pictureMoment.getTime() + days * dayMs);
};

const moved = (year: number, month: number, day: number, days: number): string[] =>
  new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10).split('-');

/** Moves every day that an answer names; moments after the picture's are five minutes before it. */
export const moveDays = (body: string, days: number): string =>
  body
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})/g, (moment) => {
      const then = new Date(new Date(moment).getTime() + days * dayMs);
      const latest = pictureMoment.getTime() - 300_000;
      return new Date(Math.min(then.getTime(), latest)).toISOString();
    })
    .replace(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\dT-])/g, (_, year, month, day) =>
      moved(Number(year), Number(month), Number(day), days).join('-'),
    )
    .replace(/(\d{2})\/(\d{2})\/(\d{4})/g, (_, day, month, year) =>
      moved(Number(year), Number(month), Number(day), days).reverse().join('/'),
    );

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text'],
  });

/** A page whose clock stands at the picture's moment, `days` after the one in the server's answers. */
export const preparePage = async (page: Page, days: number): Promise<void> => {
  await page.clock.setFixedTime(pictureMoment);
  await page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      // An event stream never ends, and adds nothing to a picture.
      if (route.request().headers().accept?.includes('event-stream')) return route.abort();
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      return route.fulfill({ response, body: moveDays(await response.text(), days) });
    },
  );
};

/** Days from the sample's moment to the picture's. */
export const daysToMove = (sample: Date): number =>
  Math.round((pictureMoment.getTime() - sample.getTime()) / dayMs);

/** A map draws again at another width or in other colours: what it takes from idle to the list beside it. */
const mapPauseMs = 2500;

const untilDrawn = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('.mantine-Skeleton-root[data-visible]')].some((element) =>
        element.checkVisibility({ opacityProperty: true }),
      ),
  );
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const isSeen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      return image.complete || !isSeen;
    }),
  );
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  if (await page.locator('canvas.maplibregl-canvas').count()) await page.waitForTimeout(mapPauseMs);
};

/** What the window shows, as a small WebP. */
export const takePicture = async (page: Page, file: string): Promise<number> => {
  await untilDrawn(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  const { size } = await sharp(shot).webp({ quality: 62, effort: 5 }).toFile(file);
  return size;
};
