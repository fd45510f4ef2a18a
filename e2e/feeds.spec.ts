// Keys for programs, and the list in other formats: what an administrator does before Excel or QGIS can read.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { assign, createSurveyor, phoneOf, reportOf, uploadCircle } from './operation.ts';
import { expect, signIn, test } from './product.ts';
import { administrator } from './server-process.ts';

test('a key is made, reads, and is refused when it is revoked', async ({
  page,
  server,
  request,
}) => {
  await signIn(page, server);
  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('QGIS of the office');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(key).toMatch(/^fskey_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const headers = { authorization: `Bearer ${key}` };
  const read = () => request.get(`${server.url}/ogc/collections/reports/items`, { headers });
  expect((await read()).status()).toBe(200);
  expect((await request.get(`${server.url}/api/mobile/users`, { headers })).status()).toBe(403);

  const row = page.getByRole('row', { name: /QGIS of the office/ });
  await expect(row).toContainText(key.slice(0, 10));
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});

test('the list is saved as a spreadsheet, and its address has its filters', async ({
  page,
  server,
}) => {
  const [circle, user] = ['Feed Town', 'feeder'];
  const [pin = ''] = await uploadCircle(server, circle, 1);
  await createSurveyor(server, user);
  await assign(server, user, circle);
  await (await phoneOf(server, user)).submit(randomUUID(), reportOf(circle, pin), null);
  await signIn(page, server);
  await page.goto(`${server.url}/report?circle=${encodeURIComponent(circle)}`);
  await page.getByRole('button', { name: 'More formats' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('property_report.xlsx');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'More formats' }).click();
  await page.getByRole('menuitem', { name: 'Use this list elsewhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use this list elsewhere' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue(`${server.url}/api/export/reports?circle=Feed+Town&format=csv`);
  await dialog.getByText('QGIS').click();
  await expect(address).toHaveValue(`${server.url}/ogc`);
});
