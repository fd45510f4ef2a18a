// Work on many reports: selection, sending back, saved views, columns, the drawer over pages, keys alone.
import type { Page, Response } from '@playwright/test';
import { calls, csvFileName } from '@survey/contract';
import { submit } from './operation.ts';
import { administratorToken, colleague, expect, send, signIn, test } from './product.ts';
import { surveyed } from './surveyed.ts';

const select = (page: Page, pin: string) =>
  page.getByRole('checkbox', { name: `Select pin ${pin}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected reports' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Request resubmission' });
const withoutNote = (page: Page) =>
  question(page).getByRole('checkbox', { name: 'Without a note' }).check();
const drawer = (page: Page) => page.getByRole('dialog', { name: /^PIN / });

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('a selection says its exact count, is asked again where reports came meanwhile, and goes back once', async ({
  page,
  server,
}) => {
  const circle = 'Bulk Town';
  const phone = await surveyed(server, circle, 'bulk.one', 13);
  await page.goto(`${server.url}/report?circle=${circle}`);
  await expect(page.getByText('Showing 10 of 13 properties (Page 1 of 2)')).toBeVisible();

  await select(page, '0002').click();
  await select(page, '0005').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 reports selected');
  await page.getByRole('button', { name: 'Next page' }).click();
  await select(page, '0012').click();
  await expect(bar(page)).toContainText('5 reports selected');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await bar(page).getByRole('button', { name: 'Export selected' }).click();
      const asked = page.getByRole('dialog', { name: 'Export to CSV' });
      await expect(asked).toContainText('Export 5 reports?');
      await asked.getByRole('button', { name: 'Export 5' }).click();
    })(),
  ]);
  expect(download.suggestedFilename()).toBe(csvFileName);

  await bar(page).getByRole('button', { name: 'Select all 13 that match' }).click();
  await bar(page).getByRole('button', { name: 'Send back' }).click();
  await expect(question(page)).toContainText('Send 13 reports of 1 surveyor back');
  // A phone submits before the administrator acts.
  await submit(phone, circle, '0001', null, { comments: 'came meanwhile' });
  const { cursor } = await phone.pins();
  await withoutNote(page);
  await question(page).getByRole('button', { name: 'Send back 13' }).click();
  await expect(page.getByText(/the selection holds 14 reports now, not 13/)).toBeVisible();
  await expect(question(page)).toContainText('Send 14 reports of 1 surveyor back');
  await withoutNote(page);
  await question(page).getByRole('button', { name: 'Send back 14' }).dblclick();
  await expect(page.getByText('14 reports were sent back for resubmission.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('row', { name: /^Select pin 0012/ })).toContainText('sent back');
  const { pins } = await phone.pins(cursor);
  expect(pins).toHaveLength(13);
  expect(pins.every((pin) => pin.status === 0 && pin.sent_back)).toBe(true);
});

test('a pin that has left its surveyor’s list is left out and named', async ({ page, server }) => {
  await surveyed(server, 'Left Town', 'left.one', 3);
  const token = await administratorToken(server);
  const body = { username: 'left.one', circle: 'Left Town' };
  const { pins } = await send(server, calls.pinsByCircle, { body }, token);
  const gone = pins.find(({ pin }) => pin === '0002');
  await send(server, calls.deletePin, { body: { id: gone?.id ?? 0 } }, token);
  await page.goto(`${server.url}/report?circle=Left Town`);
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await bar(page).getByRole('button', { name: 'Send back' }).click();
  await question(page).getByLabel('Note to the surveyor').fill('Please come again.');
  await question(page).getByRole('button', { name: 'Send back 3' }).click();
  await expect(page.getByText('2 reports were sent back for resubmission.')).toBeVisible();
  await expect(page.getByText(/1 stays as it is: .* Left Town 0002/)).toBeVisible();
});

test('a view is saved, opened by its link by another administrator, and theirs to read only', async ({
  page,
  server,
  browser,
}) => {
  await surveyed(server, 'View Town', 'view.one', 2);
  await page.goto(`${server.url}/report?circle=View Town`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Morning in View Town');
  await dialog.getByRole('checkbox', { name: /^Share/ }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page).toHaveURL(/view=\d+/);
  const id = new URL(page.url()).searchParams.get('view');

  const other = await colleague(browser, server, 'colleague@example.org');
  await other.goto(`${server.url}/report?view=${id}`);
  await expect(other.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
  await expect(other).toHaveURL(/circle=View/);
  await other.getByRole('button', { name: 'Morning in View Town' }).click();
  await expect(other.getByText('Shared by others')).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Delete this view' })).toHaveCount(0);
  await other.keyboard.press('Escape');

  // The palette has it too.
  await page.goto(`${server.url}/dashboard`);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /Go to a page/ }).fill('morning');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
  await page.getByRole('button', { name: 'Morning in View Town', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete this view' }).click();
  await page
    .getByRole('dialog', { name: 'Delete view' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('View "Morning in View Town" is deleted.')).toBeVisible();
  await other.goto(`${server.url}/report?view=${id}`);
  await expect(other.getByText('This view is not there')).toBeVisible();
  await other.context().close();
});

/** The answer to a save of the columns that holds the last change of the journey; others may come before it. */
const keepsNormalRows = (answer: Response) =>
  answer.url().endsWith(calls.savePreferences.path) &&
  (answer.request().postData() ?? '').includes('"normal"');

test('columns are moved, hidden and resized by keyboard, and another machine has them', async ({
  page,
  server,
  browser,
}) => {
  await surveyed(server, 'Column Town', 'column.one', 1);
  const headings = (of: Page) => of.getByRole('columnheader').allTextContents();
  await page.goto(`${server.url}/report?circle=Column Town`);
  await expect(page.getByText('Showing 1 of 1 properties')).toBeVisible();
  const before = await headings(page);
  expect(before).toHaveLength(21);
  expect(before[0]).toBe('PIN');
  await page.getByRole('button', { name: 'Columns', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'ID', exact: true }).press('Space');
  await page.getByRole('checkbox', { name: 'Land Type' }).focus();
  for (let at = 0; at < 20; at += 1) await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => headings(page))
    .toEqual([
      'PIN',
      'Land Type',
      ...before.filter((name) => !['PIN', 'ID', 'Land Type'].includes(name)),
    ]);
  const width = async (of: Page) =>
    (await of.getByRole('columnheader', { name: 'Land Type' }).boundingBox())?.width;
  await expect.poll(() => width(page)).toBeCloseTo(180, 0);
  const handle = page.getByRole('columnheader', { name: 'Land Type' }).locator('button');
  const box = await handle.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => width(page)).toBeCloseTo(240, 0);
  const kept = page.waitForResponse(keepsNormalRows);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await kept;

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, server);
  await elsewhere.goto(`${server.url}/report?circle=Column Town`);
  await expect.poll(() => headings(elsewhere)).toEqual(await headings(page));
  await expect.poll(() => width(elsewhere)).toBeCloseTo(240, 0);
  await expect(elsewhere.getByRole('table')).toHaveAttribute('data-density', 'normal');
  await elsewhere.getByRole('button', { name: 'Columns', exact: true }).click();
  const saved = elsewhere.waitForResponse('**/api/save-preferences');
  await elsewhere.getByRole('button', { name: 'Show all columns' }).click();
  await saved;
  await elsewhere.context().close();
});

/** Keys one after the other with no time to draw in between. */
const pressAtOnce = (page: Page, keys: readonly string[]) =>
  page.evaluate((pressed) => {
    for (const key of pressed) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    }
  }, keys);

test('the drawer goes through the whole list by keys, says where it stands, and a link finds the page', async ({
  page,
  server,
}) => {
  await surveyed(server, 'Drawer Town', 'drawer.one', 12);
  await page.goto(`${server.url}/report?circle=Drawer Town`);
  await page.getByRole('row').filter({ hasText: '0009' }).getByText('0009').first().click();
  await expect(drawer(page)).toContainText('9 of 12');
  // Pressed at once: the second goes on from where the first leads, over the page's end, though nothing was drawn yet.
  await pressAtOnce(page, ['j', 'ArrowRight']);
  await expect(drawer(page)).toContainText('11 of 12');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('dialog', { name: /^PIN 0011/ })).toBeVisible();
  const link = page.url();
  await page.keyboard.press('k');
  await expect(drawer(page)).toContainText('10 of 12');
  await expect(page).not.toHaveURL(/page=2/);
  // A link that names another page, as if reports had come since.
  await page.goto(link.replace('&page=2', '').replace('page=2&', ''));
  await expect(drawer(page)).toContainText('11 of 12');
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
});

test('by keys alone: search, select, open, and every shortcut told', async ({ page, server }) => {
  await surveyed(server, 'Shortcut Town', 'key.one', 3);
  await page.goto(`${server.url}/report?circle=Shortcut Town`);
  await expect(page.getByText('Showing 3 of 3 properties')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Next report, over all pages',
  );
  const { version } = await (await fetch(`${server.url}/health/live`)).json();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    `Field Survey ${version}`,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeFocused();
  await page.keyboard.type('0002');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1 of 1 properties')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '0002' });
  await row.focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 report selected');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test('an export that breaks off is noticed and not saved', async ({ page, server }) => {
  await surveyed(server, 'Broken Town', 'broken.one', 1);
  await page.goto(`${server.url}/report?circle=Broken Town`);
  await page.route('**/api/all-reports-export*', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/csv; charset=utf-8', 'x-total-rows': '10' },
      body: 'id,username\r\n1,a\r\n',
    }),
  );
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(
    page.getByText('Failed to export data: The file broke off before its end.', { exact: false }),
  ).toBeVisible();
  expect(saved).toBe(0);
});
