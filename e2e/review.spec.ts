// States of review: several reports at once, two reviewers on one report, and what leaves with the export.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { administratorToken, colleague, expect, send, signIn, test } from './product.ts';
import { surveyed } from './surveyed.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: /^PIN / });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected reports' });

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('two reviewers on one report: the second is told, and nothing is overwritten', async ({
  page,
  server,
  browser,
}) => {
  const circle = 'Two Reviewers';
  await surveyed(server, circle, 'two.reviewers', 2);
  const other = await colleague(browser, server, 'second.reviewer@example.org');
  // The first one's console hears nothing of the other's change.
  await page.route('**/api/live', (route) => route.abort());
  for (const one of [page, other]) {
    await one.goto(`${server.url}/report?circle=${circle}`);
    await one.getByRole('row').filter({ hasText: '0001' }).getByText('0001').first().click();
    await expect(drawer(one).getByRole('button', { name: 'Accept' })).toBeEnabled();
  }
  await drawer(other).getByRole('button', { name: 'Accept' }).click();
  await expect(other.getByText('PIN 0001: the report was accepted.')).toBeVisible();

  await drawer(page).getByRole('button', { name: 'In question' }).click();
  await expect(page.getByText('Nothing was changed')).toBeVisible();
  await expect(drawer(page)).toContainText('accepted');
  await expect(drawer(page)).toContainText(/by second\.reviewer/);
  const id = Number(new URL(page.url()).searchParams.get('report'));
  const token = await administratorToken(server);
  const { review } = await send(server, calls.reportDetails, { params: { id } }, token);
  expect(review).toMatchObject({ state: 'accepted', version: 1 });

  // Where the stream is open, the other's list and details change by themselves.
  await page.goto(`${server.url}/dashboard`);
  await send(
    server,
    calls.reviewReport,
    { params: { id }, body: { state: 'in_question', version: 1 } },
    token,
  );
  await expect(drawer(other)).toContainText('in question');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('row').filter({ hasText: '0001' })).toContainText('in question');
  await other.context().close();
});

test('what is accepted together is accepted unseen, in list, filter and file; what is sent back together is undone', async ({
  page,
  server,
}) => {
  const circle = 'Unseen Town';
  await surveyed(server, circle, 'unseen.one', 3);
  await page.goto(`${server.url}/report?circle=${circle}`);
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await bar(page).getByRole('button', { name: 'Accept unseen' }).click();
  await page
    .getByRole('dialog', { name: 'Accept unseen' })
    .getByRole('button', { name: 'Accept 3' })
    .click();
  await expect(page.getByText('3 reports were reviewed.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'accepted unseen' })).toHaveCount(3);

  const fileOf = async (save: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), save()]);
    return readFile(await download.path(), 'utf8');
  };
  const plain = await fileOf(() => page.getByRole('button', { name: 'Export to CSV' }).click());
  expect(plain).not.toContain('accepted_unseen');
  const reviewed = await fileOf(async () => {
    await page.getByRole('button', { name: 'Columns of the file' }).click();
    await page.getByRole('menuitem', { name: 'With the columns of the review' }).click();
  });
  expect(reviewed.split('\r\n')[0]).toContain('picture_path,was_assigned,is_second,review');
  expect(reviewed.match(/accepted_unseen/g)).toHaveLength(3);

  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await bar(page).getByRole('button', { name: 'Send back' }).click();
  const question = page.getByRole('dialog', { name: 'Request resubmission' });
  await question.getByLabel('Note to the surveyor').fill('تصویر دوبارہ لیں');
  await question.getByRole('button', { name: 'Send back 3' }).click();
  await expect(page.getByText('3 reports were sent back for resubmission.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo' });
  await expect(undo).toContainText('3 reports were sent back');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'accepted unseen' })).toHaveCount(3);
});
