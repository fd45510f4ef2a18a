// Reports of phones reach open consoles by themselves, without layout shifts (ADR 19). No screen polls more than
// once a minute, so news arrived by the stream; the bench measures how fast (`npm run bench -- live`).
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';
import { comesAfterAll, expect, signIn, test } from './product.ts';

/** Waits until the console listens. */
const listens = { timeout: 20_000 };

test.beforeEach(() => test.slow());

test('a submission reaches the dashboard by itself', async ({ page, freshServer: server }) => {
  await uploadCircle(server, 'Live Town', 4);
  await createSurveyor(server, 'live.one');
  await assign(server, 'live.one', 'Live Town');
  const phone = await phoneOf(server, 'live.one');
  await signIn(page, server);
  const listening = page.waitForResponse('**/api/live', listens);
  await page.goto(`${server.url}/dashboard`);
  const surveyed = page.getByRole('region', { name: 'Surveyed Units', exact: true });
  await expect(surveyed).toContainText('0');
  await listening;
  await submit(phone, 'Live Town', '0001');
  await expect(surveyed).toContainText('1');
});

test('the list says how many are new, for its filters, and shows them at a click', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'News Town', 6);
  await uploadCircle(server, 'Other News Town', 2);
  await createSurveyor(server, 'news.one');
  await assign(server, 'news.one', 'News Town');
  await assign(server, 'news.one', 'Other News Town');
  const phone = await phoneOf(server, 'news.one');
  await submit(phone, 'News Town', '0001');
  await signIn(page, server);
  const listening = page.waitForResponse('**/api/live', listens);
  const baseline = page.waitForResponse('**/api/live/new-reports*', listens);
  await page.goto(`${server.url}/report?circle=News%20Town`);
  const total = page.getByText(/Showing \d+ of \d+ properties/);
  await expect(total).toContainText('Showing 1 of 1');
  await listening;
  await baseline;
  await submit(phone, 'Other News Town', '0001');
  await submit(phone, 'News Town', '0002');
  await expect(page.getByRole('button', { name: '1 new report', exact: true })).toBeVisible();
  await submit(phone, 'News Town', '0003');
  const news = page.getByRole('button', { name: '2 new reports' });
  await expect(news).toBeVisible();
  await expect(total).toContainText('Showing 1 of 1');
  await news.click();
  await expect(total).toContainText('Showing 3 of 3');
  await expect(news).toBeHidden();
});

test('the stream comes back by itself after the server was away', async ({
  page,
  freshServer: server,
}) => {
  await uploadCircle(server, 'Back Town', 2);
  await createSurveyor(server, 'back.one');
  await assign(server, 'back.one', 'Back Town');
  await signIn(page, server);
  const first = page.waitForResponse('**/api/live', listens);
  await page.goto(`${server.url}/dashboard`);
  const surveyed = page.getByRole('region', { name: 'Surveyed Units', exact: true });
  await expect(surveyed).toContainText('0');
  await first;
  const again = page.waitForResponse(
    (response) => response.url().endsWith('/api/live') && response.ok(),
    { timeout: 30_000 },
  );
  await server.restart();
  await again;
  await submit(await phoneOf(server, 'back.one'), 'Back Town', '0001');
  await expect(surveyed).toContainText('1');
});

test('a part whose code cannot be fetched comes by itself when it can, and the screen goes on', async ({
  page,
  server,
}) => {
  await signIn(page, server);
  const chart = '**/assets/day-chart-*';
  let refused = 0;
  await page.route(chart, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Reports per day' })).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Surveyed Units', exact: true })).toBeVisible();
  await page.unroute(chart);
  await comesAfterAll(page, page.locator('.recharts-surface').first());
});

test('a part that is gone for good, as after an update of the server, comes by a reload that is offered', async ({
  page,
  server,
}) => {
  await signIn(page, server);
  // The files of the version that this page was loaded from no longer exist.
  let isNewPage = false;
  await page.route('**/assets/day-chart-*', (route) =>
    isNewPage ? route.continue() : route.fulfill({ status: 404, json: { message: 'Not found' } }),
  );
  await page.goto(`${server.url}/dashboard`);
  const offer = page.getByRole('alert').filter({ hasText: 'A part of this screen' });
  await expect(offer).toContainText('Most likely a newer version was installed.');
  isNewPage = true;
  await comesAfterAll(page, page.locator('.recharts-surface').first());
  await expect(offer).toBeHidden();
});
