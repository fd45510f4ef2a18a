// Every screen of the console, and an operation that gives each of them something to show.
import type { Page } from '@playwright/test';
import { screenPaths } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';

/** Addresses of the screens before sign-in. */
export const outerScreens = ['/', '/register'];

/** Addresses of the screens behind it; that of a surveyor's work shows somebody's. */
export const innerScreens = screenPaths
  .filter((path) => !outerScreens.includes(path))
  .map((path) => (path === '/surveyor' ? '/surveyor?username=ali.raza' : path));

const hourMs = 3_600_000;

const surveyed = [
  { land: 'Residential', floors: 2, comments: 'Seen from the street' },
  { land: 'Commercial', floors: 3, comments: 'دکان نیچے، رہائش اوپر' },
  { land: 'Residential', floors: 1, comments: '' },
  { land: 'Agricultural', floors: 0, comments: 'Wheat' },
] as const;

/** Two circles, three people of whom one is blocked by nobody yet, and a dozen reports with photos. */
export const fillOperation = async (server: { url: string }): Promise<void> => {
  await uploadCircle(server, 'Model Town', 24);
  await uploadCircle(server, 'Shah Alam', 12);
  const people = [
    ['ali.raza', 'Ali Raza', 'Model Town'],
    ['sana.khan', 'ثنا خان', 'Shah Alam'],
  ] as const;
  for (const [username, name, circle] of people) {
    await createSurveyor(server, username, name);
    await assign(server, username, circle);
    const phone = await phoneOf(server, username);
    for (const [at, { land, floors, comments }] of surveyed.entries()) {
      const pin = String(at + 1).padStart(4, '0');
      const photo = await drawHouse(
        { seed: pin, pin, land, floors, hasStoreFront: at === 1, hour: 11, isPortrait: false },
        { longEdge: 480 },
      );
      await submit(phone, circle, pin, at === 3 ? null : photo, {
        land,
        floors_num: floors,
        comments,
        land_area: 120 + at * 60,
        covered_area: 200 + at * 40,
        capture_time: new Date(Date.now() - (at + 1) * hourMs).toISOString(),
      });
    }
  }
};

export interface View {
  language?: 'en' | 'ur';
  scheme?: 'light' | 'dark';
  isHighContrast?: boolean;
}

/** Theme, language and width of the console from the next page load on; the page must have its origin already. */
export const chooseView = async (page: Page, view: View): Promise<void> => {
  await page.emulateMedia({ colorScheme: view.scheme ?? 'light', reducedMotion: 'reduce' });
  await page.evaluate(({ language, isHighContrast }) => {
    localStorage.setItem('language', language ?? 'en');
    if (isHighContrast) localStorage.setItem('contrast', 'more');
    else localStorage.removeItem('contrast');
  }, view);
};

/** Waits until the screen has loaded completely. The live events keep the network busy for ever. */
export const hasLoaded = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => {
      const pending =
        '[aria-busy="true"], .mantine-Skeleton-root[data-visible], .mantine-Loader-root';
      return (
        ![...document.querySelectorAll(pending)].some((element) =>
          element.checkVisibility({ opacityProperty: true }),
        ) && [...document.images].every((image) => image.complete || image.loading === 'lazy')
      );
    },
    undefined,
    { timeout: 30_000 },
  );
  await page.evaluate(() => document.fonts.ready);
};

/** Opens a screen and waits until it has loaded completely. */
export const openScreen = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await hasLoaded(page);
};
