// Excel Data Upload (spec 2, 4, 5, 8, 9; R4 and R9).
import type { Page } from '@playwright/test';
import { expect, holdCalls, signIn, test } from './product.ts';
import { downloaded, fixture, parcelRows, type SheetFile, workbook } from './sheet-files.ts';

const parseFailure = 'Error parsing Excel file. Please check the format.';

const choose = (page: Page, file: string | SheetFile) =>
  page.locator('input[type=file]').setInputFiles(file);
const uploadButton = (page: Page) => page.getByRole('button', { name: 'Upload Data' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the rows' });

/** Value beside a label in the result of an upload. */
const counted = (page: Page, label: string) =>
  page.getByRole('alert').locator('dl > div', { hasText: label }).locator('dd');

/** Counts calls of store-records. */
const countUploads = (page: Page) => {
  const seen = { uploads: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/store-records') seen.uploads += 1;
  });
  return seen;
};

test.describe('a file that is refused', () => {
  test.beforeEach(async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(`${server.url}/UPLOAD`);
  });

  test('by its name', async ({ page }) => {
    await choose(page, fixture('status.csv'));
    await expect(page.getByText('Please upload an Excel file (.xlsx or .xls)')).toBeVisible();
    await expect(preview(page)).toBeHidden();
  });

  const contents = [
    ['password.xlsx', 'protected with a password'],
    ['password.xls', 'protected with a password'],
    ['zero-bytes.xlsx', 'The file is empty.'],
    ['truncated.xlsx', 'damaged or incomplete'],
    ['truncated.xls', 'damaged or incomplete'],
    ['photo.xlsx', 'not a spreadsheet'],
    ['letter.xls', 'not a spreadsheet'],
    ['bomb.xlsx', 'more data than can be opened'],
    ['bomb-that-lies.xlsx', 'damaged or incomplete'],
  ] as const;
  test('by its content, and the page stays usable', async ({ page }) => {
    for (const [name, reason] of contents) {
      await test.step(name, async () => {
        await choose(page, fixture(name));
        await expect(page.getByText(parseFailure)).toBeVisible();
        await expect(page.getByRole('alert')).toContainText(reason);
        await choose(page, fixture('messy.xlsx'));
        await expect(page.getByText(parseFailure)).toBeHidden();
        await expect(preview(page).getByText('12, Canal Road')).toBeVisible();
      });
    }
  });

  test('because it has no rows, or because there is none', async ({ page }) => {
    const seen = countUploads(page);
    await uploadButton(page).click();
    await expect(page.getByText('No data to upload')).toBeVisible();
    await choose(page, fixture('header-only.xlsx'));
    await expect(page.getByText('The first sheet has no rows.')).toBeVisible();
    await uploadButton(page).click();
    await expect(page.getByText('No data to upload')).toBeVisible();
    expect(seen.uploads).toBe(0);
  });
});

test.describe('before sending', () => {
  test.beforeEach(async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(`${server.url}/UPLOAD`);
  });

  test('the rows are shown 10 per page, with arrows and numbers', async ({ page }) => {
    await choose(page, workbook(parcelRows(237, 'Paging Town')));
    await expect(page.getByText('Page 1 of 24')).toBeVisible();
    await expect(preview(page).getByRole('row')).toHaveCount(11);
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('Page 2 of 24')).toBeVisible();
    await expect(preview(page).getByText('0000010', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Page 24', exact: true }).click();
    await expect(preview(page).getByRole('row')).toHaveCount(8);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  });

  test('columns, rows without Circle or Pin, and duplicates are told, and can be downloaded', async ({
    page,
  }) => {
    const rows = [
      ['CIRCLE', 'pin', 'Owner Name', 'Remarks'],
      ['Gulberg', '0001', 'Ali', ''],
      ['gulberg ', '0001', 'Ali again', ''],
      ['', '0002', 'Sana', ''],
      ['Gulberg', '', 'Zoë', ''],
      ['Gulberg', '3.5E+11', 'Umar', '#N/A'],
    ];
    await choose(page, workbook(rows, 'odd list.xlsx'));
    const summary = page.getByRole('region', { name: 'Before sending' });
    await expect(summary).toContainText('CIRCLE → Circle');
    await expect(summary).toContainText('pin → Pin');
    await expect(summary).toContainText('Owner Name → OwnerName');
    await expect(summary).toContainText('Kept as they came');
    await expect(summary).toContainText('2 rows have no Circle or no Pin');
    await expect(summary).toContainText('1 row repeats the Circle and Pin of an earlier row');
    await expect(summary).toContainText('1 Pin looks like 1.23E+11');
    await expect(summary).toContainText('1 cell holds an error of a formula');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these rows' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('odd list - rows to check.xlsx');
    // Read by the product itself: the user's own columns, and why.
    await choose(page, await downloaded(file));
    for (const reason of [
      'Same Circle and Pin as row 2',
      'No Circle',
      'No Pin',
      'The digits of this Pin were dropped when the file was saved',
    ]) {
      await expect(preview(page).getByRole('cell', { name: reason, exact: true })).toBeVisible();
    }
    await expect(preview(page).getByRole('columnheader', { name: 'Why' })).toBeVisible();
  });

  test('a sheet without Circle and Pin columns says so', async ({ page }) => {
    await choose(page, workbook([['Name'], ['Ali'], ['Sana']]));
    await expect(page.getByText('No column was recognised as Circle')).toBeVisible();
    await expect(page.getByText('No column was recognised as Pin')).toBeVisible();
  });

  test('a thousand columns are read, and the first of them shown', async ({ page }) => {
    await choose(page, fixture('wide.xlsx'));
    await expect(page.getByText('the first 60 of 1,000 columns; all are uploaded')).toBeVisible();
  });

  test('reading can be stopped', async ({ page }) => {
    await choose(page, workbook(parcelRows(60_000, 'Stopped Town')));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Reading the file')).toBeHidden();
    await expect(page.getByText('Drag and drop a file here, or click to browse')).toBeVisible();
    await choose(page, fixture('status.xlsx'));
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
  });
});

test.describe('sending', () => {
  test.beforeEach(async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(`${server.url}/UPLOAD`);
  });

  test('stores once, counts, clears after two seconds; again changes nothing', async ({ page }) => {
    const file = workbook([...parcelRows(30, 'Sending Town'), ['', 'nowhere']]);
    const seen = countUploads(page);
    const held = await holdCalls(page, '**/api/store-records*');
    await choose(page, file);
    await page.getByText('Page 1 of 4').waitFor();
    await uploadButton(page).dblclick();
    await expect(page.getByText('Uploading')).toBeVisible();
    // It climbs by ten every 300 ms and waits there for the answer.
    await expect(page.getByText('90%')).toBeVisible();
    held.letThrough();
    await expect(page.getByText('Upload successful!')).toBeVisible();
    await expect(page.getByText('100%')).toBeVisible();
    await expect(counted(page, 'Stored')).toHaveText('30');
    await expect(counted(page, 'Unassignable')).toHaveText('1');
    await expect(preview(page)).toBeVisible();
    await expect(preview(page)).toBeHidden();
    await expect(page.getByText('Drag and drop a file here, or click to browse')).toBeVisible();
    await expect(page.getByText('Upload successful!')).toBeVisible();
    expect(seen.uploads).toBe(1);

    await choose(page, file);
    await page.getByText('Page 1 of 4').waitFor();
    await uploadButton(page).click();
    await expect(counted(page, 'Unchanged')).toHaveText('30');
    await expect(counted(page, 'Stored')).toHaveText('0');
    await expect(counted(page, 'Updated')).toHaveText('0');
  });

  test('takes a sheet as people have them; the same list as .xls changes nothing', async ({
    page,
  }) => {
    // Asked where the parcel list has PINs with leading zeros already; these PINs are meant as they are.
    await page.addLocatorHandler(page.getByText('Leading zeros are missing'), async () => {
      await page.getByRole('button', { name: 'Send as they are' }).click();
    });
    await choose(page, fixture('messy.xlsx'));
    await page.getByText('Page 1 of 1').waitFor();
    await uploadButton(page).click();
    await expect(counted(page, 'Stored')).toHaveText('4');
    await expect(preview(page)).toBeHidden();
    await choose(page, fixture('messy.xls'));
    await page.getByText('Page 1 of 1').waitFor();
    await uploadButton(page).click();
    await expect(counted(page, 'Unchanged')).toHaveText('4');
  });

  test('says what the server refused, with the row, and keeps file and preview', async ({
    page,
  }) => {
    await choose(
      page,
      workbook([
        ['Circle', 'Pin'],
        ['Refused Town', '9'.repeat(300)],
      ]),
    );
    await page.getByText('Page 1 of 1').waitFor();
    await uploadButton(page).click();
    await expect(page.getByText(/^Upload failed: Row 2: Pin has more than/)).toBeVisible();
    await expect(page.getByText('Nothing was stored.')).toBeVisible();
    await expect(preview(page)).toBeVisible();
    await expect(page.getByText('parcels.xlsx')).toBeVisible();
  });

  test('says Upload failed where nothing readable or nothing at all comes back', async ({
    page,
  }) => {
    await choose(page, fixture('status.xlsx'));
    await page.getByText('Page 1 of 1').waitFor();
    await page.route('**/api/store-records*', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await uploadButton(page).click();
    await expect(page.getByText('Upload failed', { exact: true })).toBeVisible();
    await page.route('**/api/store-records*', (route) => route.abort());
    await uploadButton(page).click();
    await expect(page.getByText('Upload failed: The server cannot be reached.')).toBeVisible();
    await expect(page.getByText('sending it again is safe')).toBeVisible();
    await expect(preview(page)).toBeVisible();
  });

  test('a backend that answers nothing but ok is believed; one that says no is not', async ({
    page,
  }) => {
    await page.route('**/api/store-records*', (route) => route.fulfill({ body: 'OK' }));
    await choose(page, fixture('status.xlsx'));
    await page.getByText('Page 1 of 1').waitFor();
    await uploadButton(page).click();
    await expect(page.getByText('Upload successful!')).toBeVisible();
    await expect(counted(page, 'Rows sent')).toHaveText('3');
    await expect(preview(page)).toBeHidden();
    await page.route('**/api/store-records*', (route) =>
      route.fulfill({ json: { success: false, message: 'The list is closed.' } }),
    );
    await choose(page, workbook(parcelRows(3, 'Closed Town')));
    await page.getByText('Page 1 of 1').waitFor();
    await uploadButton(page).click();
    await expect(page.getByText('Upload failed: The list is closed.')).toBeVisible();
  });

  test('can be cancelled, asks before leaving, and goes through afterwards', async ({ page }) => {
    await choose(page, workbook(parcelRows(20, 'Cancelled Town')));
    await page.getByText('Page 1 of 2').waitFor();
    await page.route('**/api/store-records*', () => undefined);
    await uploadButton(page).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('dialog')).toContainText('The upload is still under way');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('The upload was stopped.')).toBeVisible();
    await page.unroute('**/api/store-records*');
    await uploadButton(page).click();
    await expect(counted(page, 'Stored')).toHaveText('20');
  });

  test('the browser asks before the tab is closed', async ({ page }) => {
    await choose(page, fixture('status.xlsx'));
    await page.getByText('Page 1 of 1').waitFor();
    await page.route('**/api/store-records*', () => undefined);
    await uploadButton(page).click();
    await page.getByText('Uploading').waitFor();
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
  });
});

test('without a token the screen reads and shows a file, and sending is refused', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/UPLOAD`);
  await choose(page, fixture('status.xlsx'));
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await uploadButton(page).click();
  await expect(page.getByText(/^Upload failed: ./)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/UPLOAD`);
});
