// Languages (ADR 16): chosen before and after sign-in, remembered, mirrored whole; what spec 2 to 8
// quote stays English there, and the screen speaks Urdu everywhere else.
import { createSurveyor, uploadCircle } from './operation.ts';
import { expect, signIn, test } from './product.ts';
import { chooseView, innerScreens, openScreen } from './screens.ts';

test.describe.configure({ timeout: 120_000 });

const urdu = /\p{Script=Arabic}/u;

test('the language is chosen on the sign-in screen, remembered, and changed back in the header', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByRole('button', { name: 'اردو' }).click();
  await expect(page.getByRole('heading', { name: 'لاگ ان' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ur');
  await page.getByRole('button', { name: 'لاگ ان' }).click();
  await expect(page.getByText('ای میل لازمی ہے')).toBeVisible();

  await signIn(page, server);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'ڈیش بورڈ' })).toBeVisible();
  const side = await page.getByRole('navigation').first().boundingBox();
  expect(side?.x).toBeGreaterThan(720);
  await page.getByRole('button', { name: 'زبان اور رنگ' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('in Urdu every screen is mirrored and says nothing in English but names and formats', async ({
  page,
  freshServer: server,
}) => {
  await uploadCircle(server, 'زبان ٹاؤن', 3);
  await createSurveyor(server, 'urdu.user', 'ثنا خان');
  await signIn(page, server);
  await chooseView(page, { language: 'ur' });
  for (const screen of innerScreens) {
    await openScreen(page, server.url + screen.replace('ali.raza', 'urdu.user'));
    await expect(page.locator('h1').first(), screen).toHaveText(urdu);
    const english = await page.evaluate(() => {
      const spoken = 'button, a, label, h1, h2, th, dt, legend, [role="tab"]';
      return [...document.querySelectorAll<HTMLElement>(spoken)]
        .filter(
          (element) => element.checkVisibility() && !element.closest('[lang="en"], td, bdi, kbd'),
        )
        .map((element) => (element.getAttribute('aria-label') ?? element.innerText).trim())
        .filter((text) => /[a-z]{3,}/i.test(text) && !/\p{Script=Arabic}/u.test(text));
    });
    // Names of people, circles, columns of files and this browser.
    const names =
      /^(?:urdu\.user|[\w.]+@[\w.]+|Circle|Pin|Status|Chrom\w*.*|[\w.-]+ Town|[a-z]+\.[a-z.]+)$/;
    expect
      .soft(
        english.filter((text) => !names.test(text)),
        screen,
      )
      .toEqual([]);
  }
});

test('refusals and questions of the server are Urdu too; PINs and phones keep their digits', async ({
  page,
  server,
}) => {
  await createSurveyor(server, 'urdu.second', 'بلال احمد');
  await signIn(page, server);
  await chooseView(page, { language: 'ur' });
  await openScreen(page, `${server.url}/mobile-users`);
  // Other journeys of the same server have users too, and a page shows ten.
  await page.getByRole('searchbox').fill('urdu.second');
  const row = page.getByRole('row').filter({ hasText: 'urdu.second' });
  await expect(row).toContainText('03001234567');
  await row.getByRole('button', { name: /^بلاک/ }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'کیا آپ واقعی اس صارف کو بلاک کرنا چاہتے ہیں؟',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'بلاک', exact: true }).click();
  await expect(page.getByText(/اب بلاک ہے۔/)).toBeVisible();
});

test('the arrows of a table mean the sides of the screen, and its first column stays at the right', async ({
  page,
  server,
}) => {
  await createSurveyor(server, 'urdu.third');
  await signIn(page, server);
  await chooseView(page, { language: 'ur' });
  await page.setViewportSize({ width: 640, height: 800 });
  await openScreen(page, `${server.url}/mobile-users`);
  const left = page.getByRole('button', { name: 'جدول بائیں سرکائیں' }).first();
  const right = page.getByRole('button', { name: 'جدول دائیں سرکائیں' }).first();
  await expect(right).toBeDisabled();
  await left.click();
  await expect(right).toBeEnabled();
  const pinned = await page.locator('th[data-pinned="true"]').first().boundingBox();
  expect((pinned?.x ?? 0) + (pinned?.width ?? 0)).toBeGreaterThan(500);
});
