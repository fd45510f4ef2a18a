// Bulk Pin Status Update (spec 2, 4, 5, 8, 9; R14 and R15).
import type { Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { assign, createSurveyor, uploadCircle } from './operation.ts';
import { administratorToken, expect, holdCalls, send, signIn, test } from './product.ts';
import { csv, downloaded, fixture, type SheetFile, statusLines, workbook } from './sheet-files.ts';

const choose = (page: Page, file: string | SheetFile) =>
  page.locator('input[type=file]').setInputFiles(file);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the records' });
/** A toast by its title. */
const toast = (page: Page, title: string | RegExp) =>
  page.getByRole('alert').filter({ has: page.getByText(title, { exact: true }) });

/** Answers the question of what the file does with yes. */
const confirmUpdate = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click();

/** Shows a downloaded workbook by the product's own upload screen. */
const openInUpload = async (page: Page, file: SheetFile) => {
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await page.getByRole('heading', { name: 'Excel Data Upload' }).waitFor();
  await choose(page, file);
};

/** A user whose list holds pins 0001 to 0003 of a circle, all NotUsed. */
const assignedPins = async (server: { url: string }, circle: string, username: string) => {
  await uploadCircle(server, circle, 3);
  await createSurveyor(server, username);
  await assign(server, username, circle);
  const token = await administratorToken(server);
  return async () => {
    const listed = await send(server, calls.pinsByCircle, { body: { username, circle } }, token);
    return Object.fromEntries(listed.pins.map(({ pin, status }) => [pin, status]));
  };
};

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/status`);
});

test.describe('a file that is refused', () => {
  test('none, by either button', async ({ page }) => {
    await button(page, 'Preview Data').click();
    await expect(toast(page, 'Please select a file')).toBeVisible();
    await toast(page, 'Please select a file').getByRole('button', { name: 'Close' }).click();
    await expect(toast(page, 'Please select a file')).toBeHidden();
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Please select a file')).toBeVisible();
  });

  test('by type and by size', async ({ page }) => {
    await choose(page, { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await expect(
      toast(page, 'Please select a valid Excel or CSV file (.xlsx, .xls, .csv)'),
    ).toBeVisible();
    await choose(page, csv('x'.repeat(10_485_760)));
    await expect(toast(page, 'File size must be less than 10MB')).toBeVisible();
    await expect(page.getByText('Drag and drop a file here')).toBeVisible();
  });

  for (const [name, title, details] of [
    ['password.xlsx', 'Failed to read file', 'protected with a password'],
    ['truncated.csv', 'Failed to read file', 'damaged or incomplete'],
    ['photo.xlsx', 'Failed to read file', 'not a spreadsheet'],
    ['zero-bytes.csv', 'File appears to be empty or has no valid data', ''],
    ['header-only.xlsx', 'File appears to be empty or has no valid data', ''],
    ['plain.xlsx', 'Missing required columns: Status', 'Required columns: Circle, Pin, Status'],
  ] as const) {
    test(`by its content: ${name}`, async ({ page }) => {
      await choose(page, fixture(name));
      await expect(toast(page, title)).toContainText(details);
      await expect(preview(page)).toBeHidden();
      await choose(page, fixture('status.xls'));
      await expect(page.getByText('Showing first 3 of 3 records')).toBeVisible();
    });
  }

  test('by its rows: ten of the errors are listed, and the rows come back with the reason', async ({
    page,
  }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/change-status-bulk') sent += 1;
    });
    const rows = Array.from({ length: 14 }, (_, n) => ['Gulberg', `${n}`, n === 0 ? 1 : 'Active']);
    await choose(
      page,
      workbook([['Circle', 'Pin', 'Status'], ...rows, ['', '7', '9']], 'mixed.xlsx'),
    );
    await expect(page.getByText('Showing first 10 of 15 records')).toBeVisible();
    await button(page, 'Upload & Update').click();
    const refusal = toast(page, 'Found 15 validation errors');
    await expect(refusal).toContainText('Row 3: Invalid status "Active"');
    await expect(refusal).toContainText('Row 12: Invalid status "Active"');
    await expect(refusal).not.toContainText('Row 13');
    await expect(refusal).toContainText('...and 5 more errors');
    await expect(page.getByText('Stopped: Validating data')).toBeVisible();
    expect(sent).toBe(0);

    const download = page.waitForEvent('download');
    await button(page, 'Download rejected rows').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('mixed - rejected rows.xlsx');
    await openInUpload(page, await downloaded(file));
    const table = page.getByRole('region', { name: 'Preview of the rows' });
    await expect(table.getByRole('cell', { name: 'Invalid status "Active"' })).toHaveCount(10);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(
      table.getByRole('cell', { name: 'Missing Circle or Pin; Invalid status "9"' }),
    ).toBeVisible();
  });
});

test.describe('a file that is taken', () => {
  test('name, size, preview of ten rows, the format guide, Reset', async ({ page }) => {
    const guide = page.getByRole('region', { name: 'Required Format' });
    await expect(guide).toContainText('0 (NotUsed) or 1 (USED)');
    await choose(page, csv(statusLines(40, 'Preview Town'), 'forty.csv'));
    await expect(page.getByText('forty.csv')).toBeVisible();
    await expect(page.getByText('1 KB')).toBeVisible();
    await expect(page.getByText('Showing first 10 of 40 records')).toBeVisible();
    await expect(preview(page).getByRole('row')).toHaveCount(11);
    await button(page, 'Reset').click();
    await expect(preview(page)).toBeHidden();
    await expect(page.getByText('Drag and drop a file here')).toBeVisible();
  });

  test('of 1 MB or more is previewed only when asked, and says its size in MB', async ({
    page,
  }) => {
    await choose(page, csv(statusLines(60_000, 'A Large Town of Many Pins')));
    await expect(page.getByText('2.1 MB')).toBeVisible();
    await expect(preview(page)).toBeHidden();
    await button(page, 'Preview Data').click();
    await expect(page.getByText('Showing first 10 of 60,000 records')).toBeVisible();
  });

  test('can be dropped', async ({ page }) => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      const text = 'Circle,Pin,Status\nDropped Town,0001,1\n';
      transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    });
    const zone = page.getByText('Drag and drop a file here');
    await zone.dispatchEvent('dragenter', { dataTransfer: data });
    await zone.dispatchEvent('drop', { dataTransfer: data });
    await expect(page.getByText('dropped.csv')).toBeVisible();
    await expect(preview(page).getByText('Dropped Town')).toBeVisible();
  });

  test('sets the pins once, stage by stage, and tells and gives back what matched nothing', async ({
    page,
    server,
  }) => {
    const statuses = await assignedPins(server, 'Status Town', 'status.one');
    const held = await holdCalls(page, '**/api/change-status-bulk*');
    await choose(
      page,
      csv(
        'Remark,Circle,Pin,Status\nold,status town,0001,1\nnew,Status Town ,0003,1\n,Status Town,9999,1\n,Elsewhere,0002,\n',
      ),
    );
    await expect(
      page.getByText('1 row has no Status and will be set to 0 (NotUsed).'),
    ).toBeVisible();
    await button(page, 'Upload & Update').dblclick();
    await expect(page.getByRole('dialog')).toContainText('2 rows match no assigned pin (2 pins).');
    await confirmUpdate(page);
    await expect(page.getByText('Sending to server')).toBeVisible();
    await expect(page.getByText('75%')).toBeVisible();
    await expect(page.getByText(/Processing \d of 4 records/)).toBeVisible();
    held.letThrough();
    const success = toast(page, 'Successfully processed 4 records');
    await expect(success).toContainText('2 assigned pins set, 2 matched no assigned pin');
    await expect(page.getByText('100%')).toBeVisible();
    await expect(page.getByText('Processing 4 of 4 records')).toBeVisible();
    await expect(page.getByText('100%')).toBeHidden();
    await expect(success).toBeHidden();
    expect(held.count()).toBe(1);
    expect(await statuses()).toEqual({ '0001': 1, '0002': 0, '0003': 1 });

    await expect(page.getByText('2 rows match no assigned pin')).toBeVisible();
    const download = page.waitForEvent('download');
    await button(page, 'Download unmatched rows').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('status - unmatched rows.xlsx');
    await openInUpload(page, await downloaded(file));
    const table = page.getByRole('region', { name: 'Preview of the rows' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByRole('columnheader', { name: 'Remark' })).toBeVisible();
    await expect(
      table.getByRole('cell', { name: 'No assigned pin has this Circle and Pin' }),
    ).toHaveCount(2);
  });

  test('more than a hundred unmatched rows come back whole', async ({ page, server }) => {
    await assignedPins(server, 'Hundreds Town', 'status.four');
    await choose(page, csv(`${statusLines(350, 'Nowhere')}Hundreds Town,0001,1\n`));
    await expect(preview(page)).toBeVisible();
    await button(page, 'Upload & Update').click();
    await confirmUpdate(page);
    await expect(page.getByText('350 rows match no assigned pin', { exact: true })).toBeVisible();
    await expect(page.getByText('The first 100 are shown.')).toBeVisible();
    const download = page.waitForEvent('download');
    await button(page, 'Download unmatched rows').click();
    await openInUpload(page, await downloaded(await download));
    await expect(page.getByText('Page 1 of 35')).toBeVisible();
  });

  test('blank statuses of a file that was not previewed are asked about first', async ({
    page,
    server,
  }) => {
    const statuses = await assignedPins(server, 'Blank Town', 'status.two');
    const filler = statusLines(60_000, 'A Large Town of Many Pins');
    await choose(page, csv(`${filler}Blank Town,0001,1\nBlank Town,0002,\n`));
    await button(page, 'Upload & Update').click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('1 row has no Status and will be set to 0 (NotUsed).');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Stopped: Validating data')).toBeVisible();
    expect(await statuses()).toEqual({ '0001': 0, '0002': 0, '0003': 0 });
    await button(page, 'Upload & Update').click();
    await confirmUpdate(page);
    await expect(toast(page, 'Successfully processed 60002 records')).toBeVisible({
      timeout: 40_000,
    });
    expect(await statuses()).toEqual({ '0001': 1, '0002': 0, '0003': 0 });
  });

  test('a failure says why and keeps the file and its preview', async ({ page }) => {
    await choose(page, csv(`Circle,Pin,Status\nGulberg,${'9'.repeat(300)},1\n`));
    await expect(preview(page)).toBeVisible();
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Upload failed')).toContainText('Row 2: pin');
    await toast(page, 'Upload failed').getByRole('button', { name: 'Close' }).click();
    await expect(toast(page, 'Upload failed')).toBeHidden();
    await page.route(/(change|preview)-status-bulk/, (route) => route.abort());
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Upload failed')).toContainText('The server cannot be reached.');
    await expect(preview(page)).toBeVisible();
    await expect(page.getByText('status.csv')).toBeVisible();
  });

  test('a backend that only says success or not is understood', async ({ page }) => {
    const contradicting = { count: 0, first: [] };
    const unmatched = { rows: 0, pins: 0 };
    const counts = { set: 3, reset: 0, unchanged: 0, blank_resets: 0, unmatched, contradicting };
    await page.route('**/api/preview-status-bulk', (route) => route.fulfill({ json: counts }));
    await page.route('**/api/change-status-bulk*', (route) =>
      route.fulfill({ json: { success: true, message: 'Done' } }),
    );
    await choose(page, fixture('status.csv'));
    await expect(preview(page)).toBeVisible();
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Successfully processed 3 records')).toBeVisible();
    await page.route('**/api/change-status-bulk*', (route) =>
      route.fulfill({ json: { success: false, message: 'The list is closed.' } }),
    );
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Upload failed')).toContainText('The list is closed.');
  });

  test('sending can be cancelled, and goes through afterwards', async ({ page, server }) => {
    const statuses = await assignedPins(server, 'Cancelled Status Town', 'status.three');
    await choose(page, csv('Circle,Pin,Status\nCancelled Status Town,0002,1\n'));
    await expect(preview(page)).toBeVisible();
    await page.route('**/api/change-status-bulk*', () => undefined);
    await button(page, 'Upload & Update').click();
    await expect(page.getByText('Sending to server')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    // Both buttons stand there while the dialog fades.
    await expect(page.getByRole('dialog')).toBeHidden();
    await button(page, 'Cancel').click();
    await expect(toast(page, 'Cancelled')).toBeVisible();
    await page.unroute('**/api/change-status-bulk*');
    await button(page, 'Upload & Update').click();
    await expect(toast(page, 'Successfully processed 1 records')).toBeVisible();
    expect(await statuses()).toMatchObject({ '0002': 1 });
  });
});
