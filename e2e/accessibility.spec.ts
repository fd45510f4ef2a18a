// Accessibility: axe finds nothing on any screen, whatever its colours and language; the main
// work is done by keyboard alone; nothing is lost at 360 px and at 200 % zoom; fingers find their targets.
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { createSurveyor, uploadCircle } from './operation.ts';
import { expect, signIn, test } from './product.ts';
import {
  chooseView,
  fillOperation,
  innerScreens,
  openScreen,
  outerScreens,
  type View,
} from './screens.ts';
import { administrator } from './server-process.ts';
import { workbook } from './sheet-files.ts';

const faults = async (page: Page, rules: string[] = []): Promise<string[]> => {
  // Contrast is measured after colour transitions have ended.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  );
  // An open menu is at the end of the document, outside of the landmarks, and belongs to its button.
  const hasMenu = await page.getByRole('menu').count();
  // The console has no frames, whose findings would be put together in a page of their own, and what
  // passes is not listed: a fifth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules.length > 0) axe.withRules(rules);
  else if (hasMenu) axe.disableRules('region');
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`,
  );
};

/** Elements that overflow the window sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (right > width + 1 || left < -1) && getComputedStyle(element).position !== 'fixed';
      })
      .slice(0, 3)
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** Controls that cannot be scrolled into the window. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a[href], input, select')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        element.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { left, right, width } = element.getBoundingClientRect();
        return width > 4 && (left < -4 || right > window.innerWidth + 4);
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );

const tabTo = async (page: Page, wanted: Locator, most = 90): Promise<void> => {
  await wanted.first().waitFor();
  for (let at = 0; at < most; at += 1) {
    const isThere = await wanted
      .first()
      .evaluate(
        (element) => element === document.activeElement || element.contains(document.activeElement),
      )
      .catch(() => false);
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
};

const press = async (page: Page, wanted: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
};

test.use({ operation: 'accessibility' });
// Every screen with axe is long work for one test, and they do not need one another.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

test.describe('on a filled operation', () => {
  let isFilled = false;
  test.beforeEach(async ({ page, server }) => {
    if (!isFilled) await fillOperation(server);
    isFilled = true;
    await signIn(page, server);
  });

  for (const [name, view, screens] of [
    ['in light and dark', {}, innerScreens],
    [
      'in Urdu, dark',
      { language: 'ur', scheme: 'dark' },
      ['/dashboard', '/report', '/mobile-users', '/status'],
    ],
    [
      'in high contrast',
      { isHighContrast: true },
      ['/dashboard', '/report', '/mobile-users', '/Pins'],
    ],
    [
      'in dark high contrast, Urdu',
      { isHighContrast: true, scheme: 'dark', language: 'ur' },
      ['/dashboard', '/report', '/UPLOAD', '/assign'],
    ],
  ] as [string, View, readonly string[]][]) {
    test(`axe finds nothing on any screen ${name}`, async ({ page, server }) => {
      await chooseView(page, view);
      for (const screen of screens) {
        await openScreen(page, `${server.url}${screen}`);
        expect.soft(await faults(page), screen).toEqual([]);
        if (view.scheme || view.isHighContrast) continue;
        await page.emulateMedia({ colorScheme: 'dark' });
        const html = page.locator('html');
        await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
        // The same document in other colours: only contrast can differ.
        expect.soft(await faults(page, ['color-contrast']), `${screen}, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
        await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
      }
    });
  }

  for (const scheme of ['light', 'dark'] as const) {
    test(`axe finds nothing in open menus, dialogs and drawers, ${scheme}`, async ({
      page,
      server,
    }) => {
      await chooseView(page, { scheme });
      await openScreen(page, `${server.url}/mobile-users`);
      await page.getByRole('button', { name: 'Language and colours' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible();
      expect.soft(await faults(page), 'view menu').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Create New User' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click();
      expect.soft(await faults(page), 'create user, refused').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Block ali.raza', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await faults(page), 'confirmation').toEqual([]);
      await page.keyboard.press('Escape');
      await openScreen(page, `${server.url}/assign`);
      await page.getByRole('button', { name: 'Manage Circles of ali.raza' }).click();
      await page.getByRole('button', { name: 'Add New Shah Alam' }).waitFor();
      expect.soft(await faults(page), 'manage circles').toEqual([]);
      await openScreen(page, `${server.url}/Pins`);
      await page.getByRole('button', { name: 'Pins of Model Town for ali.raza' }).click();
      await page.getByRole('button', { name: 'Add New Pin' }).click();
      await page.getByRole('button', { name: 'Delete pin 0002' }).waitFor();
      expect.soft(await faults(page), 'pins').toEqual([]);
      await openScreen(page, `${server.url}/report`);
      await page.getByRole('cell', { name: '0001' }).first().click();
      await expect(page.getByRole('dialog').getByText('Land Type')).toBeVisible();
      expect.soft(await faults(page), 'report drawer').toEqual([]);
    });
  }

  test('nothing is lost at 360 px and at 200 % zoom, in both languages', async ({
    page,
    server,
  }) => {
    for (const language of ['en', 'ur'] as const) {
      await chooseView(page, { language });
      for (const screen of innerScreens) {
        await openScreen(page, `${server.url}${screen}`);
        for (const width of [360, 640]) {
          await page.setViewportSize({ width, height: 740 });
          await expect
            .poll(() => overflowing(page), { message: `${screen} ${language} ${width}` })
            .toEqual([]);
          if (language === 'en' && width === 360) {
            expect.soft(await unreachable(page), `${screen} ${width}`).toEqual([]);
          }
        }
      }
    }
  });

  test('a report is found, opened and sent back by keyboard alone', async ({ page, server }) => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(server.url);
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(administrator.email);
    await tabTo(page, page.locator('input[name="password"]'));
    await page.keyboard.type(administrator.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await press(page, page.getByRole('link', { name: 'Reports', exact: true }));
    await expect(page.getByRole('heading', { name: 'Property Report' })).toBeVisible();
    await press(page, page.getByRole('button', { name: /^Filters/ }));
    await press(page, page.getByRole('checkbox', { name: /^Commercial/ }), 'Space');
    await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
    await press(page, page.locator('tr[data-clickable]'));
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('PIN 0002');
    await page.keyboard.press('ArrowRight');
    await press(page, drawer.getByRole('button', { name: 'Request resubmission' }));
    const question = page.getByRole('dialog', { name: 'Request resubmission' });
    await press(page, question.getByRole('checkbox', { name: 'Without a note' }), 'Space');
    await press(page, question.getByRole('button', { name: 'Request resubmission' }));
    await expect(page.getByText(/was sent back to/)).toBeVisible();
    await expect(question).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a user is created, given a circle, and a sheet uploaded by keyboard alone', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Keyboard Town', 3);
  await createSurveyor(server, 'keyboard.first');
  await signIn(page, server);
  await page.goto(`${server.url}/mobile-users`);
  await press(page, page.getByRole('button', { name: 'Create New User' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Username')).toBeFocused();
  for (const [label, value] of [
    ['Username', 'keyboard.user'],
    ['Full Name', 'Keyboard User'],
    ['Email', 'keyboard.user@example.org'],
    ['Phone Number', '03001234567'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label));
    await page.keyboard.type(value);
  }
  await tabTo(page, dialog.locator('input[type="password"]'));
  await page.keyboard.type('field-2026');
  await tabTo(page, dialog.getByLabel('CNIC'));
  await page.keyboard.type('3520212345671');
  await page.keyboard.press('Enter');
  await expect(page.getByText('User created successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New User' })).toBeFocused();

  await page.goto(`${server.url}/assign`);
  await press(page, page.getByRole('button', { name: 'Manage Circles of keyboard.user' }));
  await press(page, page.getByRole('button', { name: 'Add New Keyboard Town' }));
  await expect(page.getByText(/^Circle added successfully/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Manage Circles of keyboard.user' })).toBeFocused();

  await page.goto(`${server.url}/UPLOAD`);
  const chooser = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('Choose an Excel file', { exact: true }));
  await (await chooser).setFiles(workbookFile());
  await expect(page.getByText('Before sending')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Upload Data' }));
  await expect(page.getByText('Upload successful!')).toBeVisible();
});

const workbookFile = () => {
  const { name, mimeType, buffer } = workbook([
    ['Circle', 'Pin'],
    ['Keyboard Town', '0009'],
  ]);
  return { name, mimeType, buffer };
};

test.describe('before sign-in', () => {
  test('axe finds nothing, in every scheme and language, and nothing is lost at 360 px', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/register`);
    for (const view of [
      {},
      { scheme: 'dark', language: 'ur' },
      { isHighContrast: true },
    ] satisfies View[]) {
      await chooseView(page, view);
      for (const screen of outerScreens) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openScreen(page, `${server.url}${screen}`);
        expect.soft(await faults(page), screen).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        await expect.poll(() => overflowing(page), { message: screen }).toEqual([]);
      }
    }
  });
});

test.describe('under fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('every control has 44 px, those inside dense rows 24 px (WCAG 2.2, 2.5.8)', async ({
    page,
    server,
  }) => {
    await uploadCircle(server, 'Finger Town', 3);
    await createSurveyor(server, 'finger.user');
    await signIn(page, server);
    for (const screen of [
      '/dashboard',
      '/mobile-users',
      '/assign',
      '/report',
      '/Pins',
      '/UPLOAD',
      '/status',
    ]) {
      await openScreen(page, `${server.url}${screen}`);
      const small = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            'button:not([aria-hidden]), a[data-target], select, input',
          ),
        ]
          .filter((element) =>
            element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
          )
          .filter(
            (element) => element.matches('input') === false || element.matches('input:not([type])'),
          )
          .flatMap((element) => {
            const { width, height } = element.getBoundingClientRect();
            if (width <= 1) return [];
            const least = element.hasAttribute('data-dense') ? 24 : 44;
            return height < least - 0.5 || width < Math.min(least, 24) - 0.5
              ? [`${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 120)}`]
              : [];
          }),
      );
      expect.soft(small, screen).toEqual([]);
    }
  });
});
