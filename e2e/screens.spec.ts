// The look: a few screens that say the same every day, compared with the pictures beside this file.
// Fonts are shipped with the console, but another Chromium smooths letters a little differently: up to 1 %
// of the pixels may differ visibly, which a moved panel, a lost style or a wrong colour exceeds.
// After a wanted change: npx playwright test -c e2e/playwright.config.ts screens --update-snapshots
import { expect, signIn, test } from './product.ts';
import { chooseView, openScreen, type View } from './screens.ts';

const pictures: { name: string; screen: string; view: View; width: number }[] = [
  { name: 'login', screen: '/', view: {}, width: 1440 },
  { name: 'login-urdu-dark', screen: '/', view: { language: 'ur', scheme: 'dark' }, width: 390 },
  { name: 'create-user', screen: '/create-user', view: {}, width: 1440 },
  { name: 'upload', screen: '/UPLOAD', view: {}, width: 820 },
  { name: 'status-urdu', screen: '/status', view: { language: 'ur' }, width: 1440 },
  { name: 'status-dark', screen: '/status', view: { scheme: 'dark' }, width: 390 },
  { name: 'upload-contrast', screen: '/UPLOAD', view: { isHighContrast: true }, width: 1440 },
];

test.use({ timezoneId: 'Asia/Karachi' });

test('screens look as they were left', async ({ page, server }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T09:30:00+05:00'));
  await page.goto(`${server.url}/register`);
  for (const { name, screen, view, width } of pictures) {
    if (screen !== '/' && !(await page.evaluate(() => localStorage.getItem('token')))) {
      await signIn(page, server);
    }
    await page.setViewportSize({ width, height: 900 });
    await chooseView(page, view);
    await openScreen(page, `${server.url}${screen}`);
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.01, threshold: 0.25 });
  }
});
