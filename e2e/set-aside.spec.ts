// Reports that do not count: two phones about the same pins, the mark, setting aside and back (R18).
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { createSurveyor, phoneOf, submit } from './operation.ts';
import { administratorToken, expect, send, signIn, test } from './product.ts';
import { surveyed } from './surveyed.ts';

const select = (page: Page, pin: string) =>
  page.getByRole('checkbox', { name: `Select pin ${pin}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected reports' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Set aside' });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^PIN / });
const undoOf = (page: Page) =>
  page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).first();
const confirmUndo = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Undo' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('a phone without the pins displaces nothing; its reports are marked, found, and set aside', async ({
  page,
  server,
}) => {
  const circle = 'Displaced Town';
  const holder = await surveyed(server, circle, 'displaced.holder', 4);
  const token = await administratorToken(server);
  const pins = ['0001', '0002', '0003', '0004'];
  for (const pin of pins) {
    const body = { username: 'displaced.holder', circle, pin, status: 0 as const };
    await send(server, calls.changePinStatus, { body }, token);
  }
  const { cursor } = await holder.pins();
  await createSurveyor(server, 'displaced.other', 'The Other');
  const other = await phoneOf(server, 'displaced.other');
  for (const pin of pins) await submit(other, circle, pin, null, {});
  // The requests are still on the phone of the one who has the pins, whatever it is told again.
  const told = (await holder.pins(cursor)).pins;
  expect(told.filter((pin) => !pin.sent_back || pin.done_by !== null)).toEqual([]);
  expect((await holder.pins()).pins.filter((pin) => pin.sent_back)).toHaveLength(4);

  await page.goto(`${server.url}/report?circle=${circle}`);
  await expect(page.getByText('Showing 8 of 8 properties (Page 1 of 1)')).toBeVisible();
  await expect(page.getByRole('img', { name: "Not on the surveyor's list" })).toHaveCount(4);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: "Not on the surveyor's list" }).check();
  await expect(page).toHaveURL(/list=off/);
  await expect(page.getByText('Showing 4 of 4 properties (Page 1 of 1)')).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();

  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await bar(page).getByRole('button', { name: 'Set aside' }).click();
  await expect(question(page)).toContainText('Set 4 reports of 1 surveyor aside?');
  await question(page).getByRole('button', { name: 'Set aside 4' }).click();
  await expect(page.getByText('4 reports were set aside.')).toBeVisible();
  await expect(page.getByText('No properties found matching your filters')).toBeVisible();
  await undoOf(page).click();
  await expect(page.getByRole('dialog', { name: 'Undo' })).toContainText(
    '4 reports will be as before.',
  );
  await confirmUndo(page);
  await expect(page.getByText('Showing 4 of 4 properties (Page 1 of 1)')).toBeVisible();
  await expect(page.getByText('Undone: 4 reports.')).toBeVisible();
  await expect(page.getByText('4 reports were set aside.')).toHaveCount(0);

  // The dashboard leads to all of them.
  await page.goto(`${server.url}/dashboard`);
  await page.locator('a[href*="list=off"]').click();
  await expect(page).toHaveURL(/report\?list=off/);
});

test('a report is set aside from its drawer, stays in the history, and comes back by Undo and in Activity', async ({
  page,
  server,
}) => {
  const circle = 'Aside Town';
  const phone = await surveyed(server, circle, 'aside.one', 2);
  await submit(phone, circle, '0001', null, { comments: 'the second one' });
  await page.goto(`${server.url}/report?circle=${circle}`);
  await expect(page.getByText('Showing 3 of 3 properties (Page 1 of 1)')).toBeVisible();
  const open = () =>
    page
      .getByRole('row', { name: /^Select pin 0001/ })
      .first()
      .click();
  const setAside = async () => {
    await drawer(page).getByRole('button', { name: 'Set aside', exact: true }).click();
    await expect(question(page)).toContainText(`Set the report of pin 0001 in ${circle}`);
    await question(page).getByRole('button', { name: 'Set aside' }).click();
    await expect(page.getByText('1 report was set aside.').first()).toBeVisible();
  };
  await open();
  await setAside();
  await expect(drawer(page)).toContainText('Set aside by');
  await expect(drawer(page).getByRole('button', { name: 'Set aside', exact: true })).toHaveCount(0);
  await expect(
    drawer(page)
      .getByRole('region', { name: 'History of this PIN' })
      .getByText('set aside', { exact: true }),
  ).toHaveCount(1);
  await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
  await undoOf(page).click();
  await confirmUndo(page);
  await expect(page.getByText('Showing 3 of 3 properties (Page 1 of 1)')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Set aside', exact: true })).toBeVisible();

  await setAside();
  // Its message looks like the first one's: the list tells that it is done.
  await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
  await page.goto(`${server.url}/activity`);
  await page.getByText('Reports set aside').first().click();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await page
    .getByRole('dialog', { name: /^Undo: / })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await expect(page.getByText('Undone: 1 report.').first()).toBeVisible();
  await page.goto(`${server.url}/report?circle=${circle}`);
  await expect(page.getByText('Showing 3 of 3 properties (Page 1 of 1)')).toBeVisible();
});

test('the selection of one row says so', async ({ page, server }) => {
  await surveyed(server, 'Single Town', 'single.one', 2);
  await page.goto(`${server.url}/report?circle=Single Town`);
  await select(page, '0002').click();
  await bar(page).getByRole('button', { name: 'Set aside' }).click();
  await expect(question(page)).toContainText('Set 1 report aside?');
  await expect(question(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
});
