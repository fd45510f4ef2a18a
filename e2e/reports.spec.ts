// Property Report: from the dashboard to a report sent back, surveyed again and replaced; export; messages
// of spec 8 (spec 2 /report, R17 to R23).
import { readFile } from 'node:fs/promises';
import { calls, reportColumns } from '@survey/contract';
import { drawHouse } from '@survey/field/drawn-house.ts';
import Papa from 'papaparse';
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';
import { administratorToken, comesAfterAll, expect, send, signIn, test } from './product.ts';

const photoOf = (pin: string) =>
  drawHouse(
    {
      seed: pin,
      pin,
      land: 'Residential',
      floors: 2,
      hasStoreFront: false,
      hour: 11,
      isPortrait: false,
    },
    { longEdge: 640 },
  );

/** A circle with its surveyor, who has submitted the first `count` pins with photos. */
const surveyedCircle = async (
  server: { url: string },
  circle: string,
  username: string,
  count: number,
) => {
  await uploadCircle(server, circle, Math.max(count, 3));
  await createSurveyor(server, username, `Name of ${username}`);
  await assign(server, username, circle);
  const phone = await phoneOf(server, username);
  for (let at = 1; at <= count; at += 1) {
    const pin = String(at).padStart(4, '0');
    await submit(phone, circle, pin, at % 2 === 1 ? await photoOf(circle + pin) : null, {
      land: at % 3 === 0 ? 'Commercial' : 'Residential',
      land_area: at * 100,
      comments: at === 1 ? '=1+1, "quoted"\nسطر' : '',
      // The newest is the first pin.
      capture_time: new Date(Date.now() - at * 60_000).toISOString(),
    });
  }
  return phone;
};

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('details and a large photo open by themselves where their code could not be fetched at first', async ({
  page,
  server,
}) => {
  const circle = 'Away Town';
  await surveyedCircle(server, circle, 'away.one', 1);
  const drawer = '**/assets/report-drawer-*';
  const photo = '**/assets/image-modal-*';
  for (const code of [drawer, photo]) await page.route(code, (route) => route.abort());
  await page.goto(`${server.url}/report?circle=${encodeURIComponent(circle)}`);
  const waiting = page.getByRole('status', { name: 'Loading' });

  await page.getByRole('row').nth(1).getByText('0001').click();
  await expect(waiting).toBeVisible();
  // The list keeps its place and continues.
  await expect(page.getByText('of 1 properties')).toBeVisible();
  await page.unroute(drawer);
  const details = page.getByRole('dialog');
  await comesAfterAll(page, details.getByText(circle).first());
  await expect(waiting).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  const openPhoto = () => page.getByRole('button', { name: 'Photo of pin 0001' }).click();
  await openPhoto();
  await expect(waiting).toBeVisible();
  await page.unroute(photo);
  const large = page.getByRole('dialog', { name: 'Photo of pin 0001' });
  await comesAfterAll(page, large, openPhoto);
  await expect(waiting).toBeHidden();
});

test('from the dashboard to a report sent back, surveyed again, replaced, with both in its history', async ({
  page,
  server,
}) => {
  const circle = 'Review Town';
  const phone = await surveyedCircle(server, circle, 'review.one', 12);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Property Report' })).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: new RegExp(`^${circle}`) }).check();
  await expect(page.getByText('Showing 10 of 12 properties (Page 1 of 2)')).toBeVisible();
  await expect(page).toHaveURL(/circle=Review/);

  await page.getByRole('button', { name: 'Photo of pin 0001' }).click();
  const photo = page.getByRole('dialog', { name: 'Photo of pin 0001' });
  const width = () =>
    photo.getByAltText('Pin 0001').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(640);
  await photo.getByRole('button', { name: 'Zoom in' }).click();
  await photo.getByRole('button', { name: 'Next image' }).click();
  await expect(page.getByRole('dialog', { name: 'Photo of pin 0003' })).toBeVisible();
  await page.keyboard.press('Escape');

  const { cursor } = await phone.pins();
  await page.getByRole('button', { name: 'Request resubmission: pin 0001' }).click();
  const question = page.getByRole('dialog', { name: 'Request resubmission' });
  await expect(question).toContainText('0001');
  const sendBack = question.getByRole('button', { name: 'Request resubmission' });
  await expect(sendBack).toBeDisabled();
  await question.getByRole('button', { name: 'The photo does not show the house.' }).click();
  await expect(question.getByRole('checkbox', { name: 'Photo' })).toBeChecked();
  await sendBack.click();
  await expect(page.getByText(/was sent back to/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '0001' })).toContainText('sent back');
  const change = await phone.pins(cursor);
  expect(change.pins).toEqual([
    expect.objectContaining({
      pin: '0001',
      status: 0,
      sent_back: true,
      note: expect.objectContaining({
        text: 'The photo does not show the house.',
        fields: ['photo'],
      }),
    }),
  ]);

  const receipt = await submit(phone, circle, '0001', await photoOf('again'), {
    comments: 'Surveyed again',
    answer: 'گیٹ سے تصویر لی',
  });
  expect(receipt.resubmission).toBe(0);
  await page.reload();
  await expect(page.getByText('Showing 10 of 12 properties (Page 1 of 2)')).toBeVisible();
  await page.getByRole('row').filter({ hasText: '0001' }).getByText('0001').first().click();
  const drawer = page.getByRole('dialog', { name: /PIN 0001/ });
  await expect(drawer).toContainText('Surveyed again');
  await expect(page).toHaveURL(new RegExp(`report=${receipt.id}`));
  const history = drawer.getByRole('region', { name: 'History of this PIN' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText('replaced');
  const compared = drawer.getByRole('region', { name: 'Compared with the report' });
  await expect(compared.getByRole('img')).toHaveCount(2);
  await expect(compared.getByRole('row', { name: /Comments/ })).toHaveAttribute('data-changed');
  const thread = drawer.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(thread).toContainText(['The photo does not show the house.', 'گیٹ سے تصویر لی']);
  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('PIN 0001: the report was accepted.')).toBeVisible();
});

test('filters, page and the open report live in the address: Back works and a link can be shared', async ({
  page,
  server,
}) => {
  const circle = 'Address, Town';
  await surveyedCircle(server, circle, 'address.one', 23);
  const link = `${server.url}/report?circle=${encodeURIComponent('Address\\, Town')}`;
  await page.goto(link);
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
  await page
    .getByRole('button', { name: 'Page 3', exact: true })
    .or(page.getByRole('button', { name: '3', exact: true }))
    .first()
    .click();
  await expect(page.getByText('Showing 3 of 23 properties (Page 3 of 3)')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
  // The whole cell of a coordinate opens the maps service, beside its digits too (spec 2).
  await page.context().route('https://www.google.com/**', (route) => route.abort());
  const cell = page.locator('td', { has: page.getByRole('link', { name: /open the map at/ }) });
  await cell.first().scrollIntoViewIfNeeded();
  const box = await cell.first().boundingBox();
  const [maps] = await Promise.all([
    page.context().waitForEvent('page'),
    cell.first().click({ position: { x: (box?.width ?? 0) - 6, y: (box?.height ?? 0) - 4 } }),
  ]);
  await maps.close();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: /^Commercial/ }).check();
  await expect(page.getByText('Showing 7 of 7 properties (Page 1 of 1)')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All Filters' }).first().click();
  await expect(page).toHaveURL(`${server.url}/report`);
});

test('a PIN is found by suggestion and by Enter, once; nothing found says so', async ({
  page,
  server,
}) => {
  await surveyedCircle(server, 'Search Town', 'search.one', 12);
  await page.goto(`${server.url}/report?circle=Search Town`);
  const box = page.getByRole('textbox', { name: 'PIN' });
  await box.fill('1');
  await expect(page.getByRole('listbox')).toBeHidden();
  await box.fill('001');
  await expect(page.getByRole('option', { name: '0011' })).toBeVisible();
  await page.getByRole('option', { name: '0011' }).click();
  await expect(page.getByText('Showing 1 of 1 properties (Page 1 of 1)')).toBeVisible();
  await box.fill('0012');
  await box.press('Enter');
  await expect(page.getByText('Showing 2 of 2 properties (Page 1 of 1)')).toBeVisible();
  await box.fill('nothing-like-it');
  await expect(page.getByText('No matching PINs found')).toBeVisible();
  await page.goto(`${server.url}/report?pin=nothing-like-it`);
  await expect(page.getByText('No properties found matching your filters')).toBeVisible();
});

test('a slow answer to older filters is never shown', async ({ page, server }) => {
  await surveyedCircle(server, 'Slow Town', 'slow.one', 4);
  await page.goto(`${server.url}/report?circle=Slow Town`);
  await expect(page.getByText('Showing 4 of 4 properties')).toBeVisible();
  await page.route(/all-reports\?.*land=Commercial(&|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: /^Commercial/ }).check();
  await page.getByRole('checkbox', { name: /^Residential/ }).check();
  await page.getByRole('checkbox', { name: /^Commercial/ }).uncheck();
  await expect(page.getByText('Showing 3 of 3 properties')).toBeVisible();
  await page.waitForTimeout(1800);
  await expect(page.getByText('Showing 3 of 3 properties')).toBeVisible();
});

test('the CSV is the database row by row, and harmless to spreadsheets', async ({
  page,
  server,
}) => {
  await surveyedCircle(server, 'Export Town', 'export.one', 12);
  await page.goto(`${server.url}/report?circle=Export Town`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('property_report.csv');
  const csv = await readFile(await download.path(), 'utf8');
  const rows = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(rows.meta.fields).toEqual(reportColumns);
  const { data } = await send(
    server,
    calls.allReports,
    { query: { circle: 'Export Town', per_page: 100 } },
    await administratorToken(server),
  );
  // Forms write line ends as CR LF.
  const unix = (text: string) => text.replaceAll('\r\n', '\n');
  const expected = data.map((report) => ({
    ...Object.fromEntries(
      Object.entries(report).map(([name, value]) => [
        name,
        value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : String(value),
      ]),
    ),
    comments: unix(report.comments.startsWith('=') ? `'${report.comments}` : report.comments),
    resubmission: report.resubmission === null ? 'No' : String(report.resubmission),
    picture_path: report.picture_path?.split('?')[0] ?? '',
  }));
  expect(rows.data.map((row) => ({ ...row, comments: unix(row.comments ?? '') }))).toEqual(
    expected,
  );
});

test('photos come as one ZIP, and one by one named by PIN', async ({ page, server }) => {
  await surveyedCircle(server, 'Photo Town', 'photo.one', 4);
  await page.goto(`${server.url}/report?circle=Photo Town`);
  await page.getByRole('button', { name: 'Download Images' }).click();
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As one ZIP' }).click(),
  ]);
  expect((await readFile(await zip.path())).subarray(0, 2).toString()).toBe('PK');
  await expect(page.getByRole('button', { name: 'Download Images' })).toBeEnabled();

  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download Images' }).click();
  await page.getByRole('menuitem', { name: /One by one/ }).click();
  await expect(
    page.getByText('Preparing download... This might take a moment for multiple images.'),
  ).toBeVisible();
  await expect(
    page.getByText('Bulk download initiated! Check your downloads folder.'),
  ).toBeVisible();
  await expect.poll(() => [...names].sort()).toEqual(['0001.jpg', '0003.jpg']);
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/The bulk download did not start/] });

  test('the list says so and Retry brings it', async ({ page, server }) => {
    await page.route(/\/api\/all-reports\?/, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await page.goto(`${server.url}/report`);
    await expect(page.getByText('Failed to load property data')).toBeVisible();
    await page.unroute(/\/api\/all-reports\?/);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByText(/Showing \d+ of \d+ properties/)).toBeVisible();
  });

  test('a failed export, ZIP and resubmission are told in the words of spec 8', async ({
    page,
    server,
  }) => {
    await surveyedCircle(server, 'Failure Town', 'failure.one', 1);
    await page.goto(`${server.url}/report?circle=Failure Town`);
    const refuseExport = async (message: string) => {
      await page.route('**/api/all-reports-export*', (route) =>
        route.fulfill({ status: 500, json: { message } }),
      );
      await page.getByRole('button', { name: 'Export to CSV' }).click();
      await expect(page.getByText(`Failed to export data: ${message}`)).toBeVisible();
    };
    // More messages than fit on the screen: the newest is shown, whatever unread ones there are.
    for (const part of ['disk', 'shelf', 'table', 'room']) await refuseExport(`${part} is full`);
    await page.getByRole('button', { name: 'Download Images' }).click();
    await page.getByRole('menuitem', { name: /One by one/ }).click();
    await expect(page.getByText('Failed to initiate bulk download')).toBeVisible();

    const ask = async () => {
      await page.getByRole('button', { name: 'Request resubmission: pin 0001' }).click();
      const question = page.getByRole('dialog', { name: 'Request resubmission' });
      await question.getByRole('checkbox', { name: 'Without a note' }).check();
      await question.getByRole('button', { name: 'Request resubmission' }).click();
    };
    await page.route('**/api/reports/*/review', (route) => route.abort());
    await ask();
    await expect(page.getByText('Error updating pin')).toBeVisible();
    await page.unroute('**/api/reports/*/review');
    await page.route('**/api/reports/*/review', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await ask();
    await expect(page.getByText('Failed to update pin status')).toBeVisible();
  });
});

test('sub-reports: two users are chosen once, then filtered and paged in the browser', async ({
  page,
  server,
}) => {
  await surveyedCircle(server, 'Pair Town', 'pair.one', 12);
  await surveyedCircle(server, 'Pair City', 'pair.two', 3);
  await page.goto(`${server.url}/sreport`);
  for (const [label, username] of [
    ['First user', 'pair.one'],
    ['Second user', 'pair.two'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(username);
    await page.getByRole('option', { name: new RegExp(username) }).click();
  }
  await page.locator('form').getByRole('button').first().click();
  await expect(page.getByText('Showing 10 of 15 properties (Page 1 of 2)')).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    // The list is the browser's; the numbers beside the filters are the server's.
    if (request.url().includes('/api/') && !request.url().includes('/api/filter-counts'))
      asked += 1;
  });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('group', { name: 'Resubmission' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^Pair City/ }).check();
  await expect(page.getByText('Showing 3 of 3 properties (Page 1 of 1)')).toBeVisible();
  expect(asked).toBe(0);
  await page.goto(`${server.url}/sreport`);
  await expect(page.getByText('Showing 10 of 15 properties (Page 1 of 2)')).toBeVisible();
});
