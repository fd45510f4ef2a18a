// Circles and pins: assign, overwrite, unassign, add and delete pins, transfer (spec 2, 5, 8; R10 to R13).
import { calls } from '@survey/contract';
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';
import { administratorToken, expect, send, signIn, test } from './product.ts';

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('assign, phone sees the pins, submits two, Overwrite starts them over and keeps the reports, unassign', async ({
  page,
  server,
}) => {
  const circle = 'Overwrite, Town';
  await uploadCircle(server, circle, 5);
  await createSurveyor(server, 'over.writer');
  const phone = await phoneOf(server, 'over.writer');
  const { cursor } = await phone.pins();

  await page.goto(`${server.url}/assign?search=over.writer`);
  await page.getByRole('button', { name: 'Manage Circles of over.writer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Circles for over.writer' });
  await dialog.getByLabel('Search circles').fill('overwrite');
  await dialog.getByRole('button', { name: `Add New ${circle}` }).click();
  await expect(dialog.getByText(/Circle added successfully/)).toBeVisible();
  expect((await phone.pins(cursor)).pins).toHaveLength(5);

  await submit(phone, circle, '0001');
  await submit(phone, circle, '0002');
  await dialog.getByRole('button', { name: `Add All ${circle}` }).click();
  await expect(dialog.getByText(/2 USED of 5/)).toBeVisible();

  await dialog.getByRole('button', { name: `Overwrite ${circle}` }).click();
  const question = page.getByRole('dialog', { name: `Overwrite ${circle}` });
  await expect(question).toContainText('2 USED pins start over');
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect(dialog.getByText(/Circle updated successfully/)).toBeVisible();
  const { pins } = await phone.pins();
  expect(pins.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0]);
  const { total } = await send(
    server,
    calls.allReports,
    { query: { username: 'over.writer' } },
    await administratorToken(server),
  );
  expect(total).toBe(2);

  await dialog.getByRole('button', { name: `unassign ${circle}` }).click();
  const removal = page.getByRole('dialog', { name: `Remove ${circle}` });
  await expect(removal).toContainText('5 pins');
  await removal.getByRole('button', { name: 'unassign' }).click();
  await expect(dialog.getByText(`Circle ${circle} removed successfully`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: `Add New ${circle}` })).toBeVisible();
  expect((await phone.pins()).circles).toEqual([]);
});

test('the modal says what went wrong, in the words of spec 8, and takes the change back', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Broken Line', 2);
  await createSurveyor(server, 'broken.line');
  await page.goto(`${server.url}/assign?search=broken.line`);
  await page.route('**/api/store-circle-pins', (route) => route.abort());
  await page.getByRole('button', { name: 'Manage Circles of broken.line' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search circles').fill('Broken Line');
  await dialog.getByRole('button', { name: 'Add New Broken Line' }).click();
  await expect(dialog.getByText('Failed to add circle')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add New Broken Line' })).toBeVisible();
});

test('one circle goes to several users at once', async ({ page, server }) => {
  await uploadCircle(server, 'Shared Circle', 3);
  await createSurveyor(server, 'several.one');
  await createSurveyor(server, 'several.two');
  await page.goto(`${server.url}/assign`);
  await page.getByRole('button', { name: 'Assign to several users' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please select a circle');
  await dialog.getByRole('combobox', { name: 'Circle' }).fill('Shared');
  await page.getByRole('option', { name: 'Shared Circle' }).click();
  for (const name of ['several.one', 'several.two']) {
    await dialog.getByRole('combobox', { name: 'Users' }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
  }
  await expect(dialog).toContainText('2 users get Shared Circle with 3 pins each');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog).toBeHidden();
  for (const name of ['several.one', 'several.two']) {
    expect((await (await phoneOf(server, name)).pins()).pins).toHaveLength(3);
  }
});

test('a pin is added with its errors beside the fields, and deleted; a circle is removed by its cross', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Pin Town', 2);
  await createSurveyor(server, 'pin.person');
  await assign(server, 'pin.person', 'Pin Town');
  await page.goto(`${server.url}/Pins?search=pin.person`);
  await expect(page.getByRole('heading', { name: 'User Circles' })).toBeVisible();
  await page.getByRole('button', { name: 'Pins of Pin Town for pin.person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pins for pin.person - Pin Town' });
  await expect(dialog.getByText('NotUsed')).toHaveCount(2);

  await dialog.getByRole('button', { name: 'Add New Pin' }).click();
  const form = dialog.getByRole('region', { name: 'Add New Pin' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('is required')).toHaveCount(5);
  await form.getByLabel('Pin').fill('0002');
  await form.getByLabel('Rating Area').fill('B');
  await form.getByLabel('Locality').fill('محلہ نور');
  await form.getByLabel('Street Address').fill('House 9, Street 1');
  await form.getByLabel('Owner Name').fill('Sana Khan');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Pin already exists in this circle')).toBeVisible();
  await expect(form.getByLabel('Owner Name')).toHaveValue('Sana Khan');
  await form.getByLabel('Pin').fill('0777');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Add New Pin' })).toBeFocused();
  await expect(dialog.getByRole('row').filter({ hasText: '0777' })).toContainText('محلہ نور');

  await dialog.getByRole('button', { name: 'Delete pin 0777' }).click();
  await page
    .getByRole('dialog', { name: 'Delete pin 0777' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog.getByRole('row').filter({ hasText: '0777' })).toBeHidden();
  // The button that had the focus is gone with its row.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await dialog.getByLabel('Search pins').fill('no such pin');
  await expect(dialog.getByText('No pins found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove Pin Town from pin.person' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Pin Town' });
  await expect(removal).toContainText('2 pins');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No circles assigned')).toBeVisible();
});

test('a transfer while the phone submits: both rows are right without a reload, nothing is lost', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Moving Circle', 40);
  await createSurveyor(server, 'move.source');
  await createSurveyor(server, 'move.target');
  await assign(server, 'move.source', 'Moving Circle');
  const phone = await phoneOf(server, 'move.source');
  await page.goto(`${server.url}/circle?search=move.`);
  await page.getByRole('button', { name: 'View Pins of move.source' }).click();
  const panel = page.getByRole('region', { name: 'Transfer to Another User' });
  await panel.getByRole('button', { name: 'Transfer Pins' }).click();
  await expect(panel.getByRole('alert')).toContainText('Please select a target user');
  await expect(page.getByRole('button', { name: /Delete pin/ })).toHaveCount(0);
  await panel.getByRole('combobox', { name: 'Target user' }).click();
  await expect(page.getByRole('option', { name: /move\.source/ })).toHaveCount(0);
  await page.getByRole('option', { name: /move\.target/ }).click();
  await panel.getByRole('button', { name: 'Transfer Pins' }).click();

  const submissions = Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      submit(phone, 'Moving Circle', String(index + 1).padStart(4, '0')),
    ),
  );
  const question = page.getByRole('dialog', { name: 'Transfer Pins' });
  await expect(question).toContainText('40 pins');
  await question.getByRole('button', { name: 'Transfer Pins' }).click();
  await expect(page.getByText('Pins transferred successfully!', { exact: true })).toBeVisible();
  const row = (username: string) =>
    page.getByRole('row').filter({ has: page.getByText(username, { exact: true }).first() });
  await expect(row('move.target')).toContainText('/ 40');
  await expect(row('move.source')).toContainText('No circles assigned');

  await submissions;
  const { total } = await send(
    server,
    calls.allReports,
    { query: { username: 'move.source' } },
    await administratorToken(server),
  );
  expect(total).toBe(12);
  expect((await (await phoneOf(server, 'move.target')).pins()).pins).toHaveLength(40);
});

test('a transfer that takes long shows that it runs, asks before it is left, and can be given up', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Slow Circle', 3);
  await createSurveyor(server, 'slow.source');
  await createSurveyor(server, 'slow.target');
  await assign(server, 'slow.source', 'Slow Circle');
  // The request gets no answer, as on a lost connection.
  await page.route(`**${calls.transferPins.path}`, () => undefined);
  await page.goto(`${server.url}/circle?search=slow.`);
  await page.getByRole('button', { name: 'View Pins of slow.source' }).click();
  const panel = page.getByRole('region', { name: 'Transfer to Another User' });
  await panel.getByRole('combobox', { name: 'Target user' }).click();
  await page.getByRole('option', { name: /slow\.target/ }).click();
  await panel.getByRole('button', { name: 'Transfer Pins' }).click();
  const question = page.getByRole('dialog', { name: 'Transfer Pins' });
  await question.getByRole('button', { name: 'Transfer Pins' }).click();

  await expect(panel.getByRole('status')).toContainText('Transferring Slow Circle to slow.target');
  await expect(panel.getByRole('status')).toContainText('3 pins, all in one step');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const leaving = await asked;
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();

  await panel.getByRole('button', { name: 'Cancel' }).and(page.locator(':enabled')).click();
  await expect(panel.getByRole('alert')).toContainText('No longer waiting.');
  await page.unroute(`**${calls.transferPins.path}`);
  await panel.getByRole('button', { name: 'Transfer Pins' }).click();
  await question.getByRole('button', { name: 'Transfer Pins' }).click();
  await expect(page.getByText('Pins transferred successfully!', { exact: true })).toBeVisible();
});
