// Keys for programs, and the list in other formats: what an administrator does before Excel or QGIS can read.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

test('a webhook is made, tested, gets a report, and gets it again', async ({ page, server }) => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
    received.push(String(request.headers['webhook-id']));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const [circle, user] = ['Hook Town', 'hooker'];
  const [pin = ''] = await uploadCircle(server, circle, 1);
  await createSurveyor(server, user);
  await assign(server, user, circle);
  await signIn(page, server);
  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Billing');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const password = dialog.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill(administrator.password);
  await dialog.getByRole('button', { name: 'Make webhook' }).click();
  await expect(dialog.getByText(/belongs to a private network/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/hook`);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await password.fill(administrator.password);
  await dialog.getByRole('button', { name: 'Make webhook' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const row = page.getByRole('row', { name: /Billing/ });
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/The receiver accepted the message/)).toBeVisible();
  await (await phoneOf(server, user)).submit(randomUUID(), reportOf(circle, pin), null);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2);

  await row.getByRole('button', { name: 'Messages' }).click();
  const log = page.getByRole('dialog', { name: 'Messages of Billing' });
  const message = log.getByRole('row').filter({ hasText: 'Hook Town' });
  await expect(message).toContainText('Delivered');
  await message.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(3);
  expect(received[2]).toBe(received[1]);
  await log.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Webhook Billing' });
  await change.getByRole('switch', { name: 'On' }).press('Space');
  await change.getByRole('button', { name: 'Next' }).click();
  await change.getByRole('textbox', { name: 'Password', exact: true }).fill(administrator.password);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Off');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  receiver.close();
});
