// The dashboard: tiles, failures, and the overview (spec 2, R8).
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';
import { expect, signIn, test } from './product.ts';

const tile = (page: import('@playwright/test').Page, name: string) =>
  page.getByRole('region', { name, exact: true });

test('counts users and units; remaining is what is not surveyed', async ({
  page,
  freshServer: server,
}) => {
  await uploadCircle(server, 'Counted Town', 5);
  await createSurveyor(server, 'counted.one');
  await createSurveyor(server, 'counted.two');
  await assign(server, 'counted.one', 'Counted Town');
  const phone = await phoneOf(server, 'counted.one');
  await submit(phone, 'Counted Town', '0001');
  await submit(phone, 'Counted Town', '0002');
  await signIn(page, server);
  await page.goto(`${server.url}/dashboard`);
  await expect(tile(page, 'Active Users')).toContainText('2');
  await expect(tile(page, 'Surveyed Units')).toContainText('2');
  await expect(tile(page, 'Remaining Units')).toContainText('3');
  await expect(tile(page, 'Total Units')).toContainText('5');
  await expect(page.getByText('40%').first()).toBeVisible();
  await expect(page.getByText('Counted Town')).toBeVisible();
  await expect(page.getByText('counted.one').first()).toBeVisible();
});

test.describe('with counts that fail', () => {
  test.use({ expectedErrors: [/is counted as 0/] });

  test('a failed count is logged and counts 0, the others stay', async ({ page, server }) => {
    await uploadCircle(server, 'Failing Town', 1);
    await signIn(page, server);
    const logged = page.waitForEvent('console', (message) => /noreports/.test(message.text()));
    await page.route('**/api/noreports', (route) => route.fulfill({ status: 500, body: '<html>' }));
    await page.goto(`${server.url}/dashboard`);
    await logged;
    await expect(tile(page, 'Surveyed Units')).toContainText('0');
    await expect(tile(page, 'Total Units')).not.toContainText(/^0$/);
    // A share of a count that is missing is none, not 0 %.
    await expect(tile(page, 'Share surveyed')).toContainText('not counted');
    await expect(tile(page, 'Share surveyed')).not.toContainText('0%');
  });

  test('no answer at all is a red alert with Retry', async ({ page, server }) => {
    await signIn(page, server);
    await page.route('**/api/totalrecord', (route) => route.abort());
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByText('Failed to load dashboard data')).toBeVisible();
    await page.unroute('**/api/totalrecord');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(tile(page, 'Total Units')).toBeVisible();
  });
});
