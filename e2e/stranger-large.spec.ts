// The console on a backend of another make with 200 000 records of odd typings: they load, filter and export, and the
// page never freezes. A status file of 400 000 rows is sent in parts.
import { readFile, writeFile } from 'node:fs/promises';
import { button, expect, test } from './literal-console.ts';
import { type LongestTasks, longestTasksOf, watchLongTasks } from './long-tasks.ts';
import { csv } from './sheet-files.ts';

const recordCount = 200_000;

/** The page stays usable at this size. */
const mostMs = 200;

/** The same record as backends in the manner of Laravel and MySQL write it, and one that keeps to the types. */
const typings: ((at: number) => Record<string, unknown>)[] = [
  (at) => ({
    id: String(at),
    floors_num: `${at % 4}`,
    basement: '1',
    Store_front: '0',
    land_area: `${at % 900}.00`,
    latitude: '31.52',
    longitude: '74.35',
    resubmission: 'No',
  }),
  (at) => ({ id: at, basement: at % 2, Store_front: 0, floors_num: null, comments: null }),
  (at) => ({ id: `u-${at}`, floors_num: 'G+2', land_area: '12 marla', basement: 'partly' }),
  (at) => ({ id: at, basement: true, Store_front: false, floors_num: 2, land_area: 125.5 }),
];

const recordOf = (at: number) => ({
  username: at % 2 === 0 ? 'ali.raza' : 'sana.khan',
  user_name: at % 2 === 0 ? 'Ali Raza' : 'Sana Khan',
  circle: `Circle ${at % 40}`,
  pin: 1_000_000 + at,
  land: at % 5 === 0 ? 'Commercial' : 'Residential',
  capture_time: `${String((at % 28) + 1).padStart(2, '0')}/11/2026 10:00:00`,
  submission_time: '05/11/2026 10:05:00',
  picture_path: at % 10 === 0 ? 'uploads/1.jpg' : null,
  ...typings[at % typings.length]?.(at),
});

/** The lines of a saved file. */
const linesOf = async (path: string): Promise<number> =>
  (await readFile(path, 'latin1')).split('\n').length - 1;

const expectNoFreeze = ({ processorMs, observedMs, isMachineBusy }: LongestTasks) => {
  expect(processorMs).toBeGreaterThan(0);
  expect(processorMs).toBeLessThan(mostMs);
  if (!isMachineBusy) expect(observedMs).toBeLessThan(mostMs);
};

test.describe.configure({ timeout: 180_000 });
// The snapshots of Playwright's trace are long tasks too.
test.use({ trace: 'off' });

test('200 000 records whose numbers are texts and whose flags are 0 and 1 load, filter and export', async ({
  browser,
  page,
  backend,
}, info) => {
  const body = JSON.stringify({
    data: Array.from({ length: recordCount }, (_, at) => recordOf(at)),
  });
  const everything = { status: 200, body };
  for (const path of [
    '/api/property-details/report-multiple',
    '/api/all-reports-no-pagination',
    '/api/all-reports-export',
  ])
    backend.force(path, everything);
  await page.evaluate(() =>
    localStorage.setItem('subreport-usernames', '["ali.raza","sana.khan"]'),
  );
  await watchLongTasks(page);
  // The observer begins with the next page.
  await page.goto('/register');
  const measured = { browser, page, info };
  const patience = { timeout: 90_000 };
  const shows = (text: string) => expect(page.getByText(text)).toBeVisible(patience);
  const timesAsked = (path: string) => backend.asked.filter((line) => line.includes(path)).length;

  const loading = await longestTasksOf(measured, 'loading /sreport', async () => {
    await page.goto('/sreport');
    await shows('Showing 10 of 200,000 properties (Page 1 of 20,000)');
  });
  expectNoFreeze(loading);

  const filtering = await longestTasksOf(measured, 'filtering', async () => {
    await button(page, /^Filters/).click();
    await page.getByRole('checkbox', { name: /^Commercial/ }).check();
    await shows('Showing 10 of 40,000 properties (Page 1 of 4,000)');
    await page.getByRole('textbox', { name: 'PIN' }).fill('1012340');
    await page.getByRole('option', { name: '1012340' }).click();
    await shows('Showing 1 of 1 properties (Page 1 of 1)');
    await button(page, 'Clear All Filters').first().click();
    await shows('Showing 10 of 200,000 properties (Page 1 of 20,000)');
  });
  expectNoFreeze(filtering);

  await button(page, 'Request resubmission: pin 1000000').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Request resubmission', exact: true })
    .click();
  await expect(page.getByText('Pin reset.')).toBeVisible();
  expect(timesAsked('report-multiple')).toBe(1);

  const exporting = await longestTasksOf(measured, 'exporting from /sreport', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download', patience),
      button(page, 'Export to CSV').click(),
    ]);
    expect(await linesOf(await download.path())).toBe(recordCount + 1);
  });
  expectNoFreeze(exporting);

  const options = await longestTasksOf(measured, 'options of /report', async () => {
    // The panel is open, as it was left.
    await page.goto('/report');
    await expect(page.getByRole('checkbox', { name: /^Commercial/ })).toBeVisible(patience);
  });
  expectNoFreeze(options);

  const whole = await longestTasksOf(measured, 'exporting from /report', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download', patience),
      button(page, 'Export to CSV').click(),
    ]);
    expect(await linesOf(await download.path())).toBe(recordCount + 1);
  });
  expectNoFreeze(whole);
});

test('a status file of 400 000 rows is sent in parts, and a part that is refused says how far it came', async ({
  page,
  backend,
}, info) => {
  const rows = Array.from({ length: 400_000 }, (_, at) => `Old Town,${1_000_000 + at},${at % 2}`);
  const file = csv(`Circle,Pin,Status\n${rows.join('\n')}\n`);
  expect(file.buffer.length).toBeLessThan(10_485_760);
  const path = info.outputPath(file.name);
  await writeFile(path, file.buffer);
  const patience = { timeout: 60_000 };
  await page.goto('/status');
  await page.locator('input[type=file]').setInputFiles(path);
  const refusal = { status: 503, body: '{"message":"Too busy"}', after: 1 };
  backend.force('/api/change-status-bulk', refusal);
  await button(page, 'Upload & Update').click();
  const failed = page.getByRole('alert').filter({ hasText: 'Upload failed' });
  await expect(failed).toContainText('Too busy', patience);
  await expect(page.getByText('200,000 of 400,000 records were processed')).toBeVisible();
  expect(backend.statusRows).toEqual([200_000]);
  backend.force('/api/change-status-bulk');
  await button(page, 'Upload & Update').click();
  await expect(page.getByText('Successfully processed 400000 records')).toBeVisible(patience);
  expect(backend.statusRows).toEqual([200_000, 200_000, 200_000]);
});
