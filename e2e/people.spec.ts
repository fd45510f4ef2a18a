// Users Management: create, block, unblock, delete, edit, reset, export (spec 2, 5, 8; R19).
import { readFile } from 'node:fs/promises';
import { calls } from '@survey/contract';
import {
  assign,
  createSurveyor,
  fieldPassword,
  phoneOf,
  submit,
  uploadCircle,
} from './operation.ts';
import { addAdministrator, administratorToken, expect, send, signIn, test } from './product.ts';
import { administrator } from './server-process.ts';
import { surveyed } from './surveyed.ts';

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

const rowOf = (page: import('@playwright/test').Page, username: string) =>
  page.getByRole('row').filter({ hasText: username });

test('a surveyor is created through the form, refused twice with reasons, and signs in on a phone', async ({
  page,
  server,
}) => {
  await createSurveyor(server, 'taken.name');
  await page.goto(`${server.url}/mobile-users`);
  await expect(page.getByRole('heading', { name: 'Users Management' })).toBeVisible();
  await page.getByRole('button', { name: 'Create New User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New User' });
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByText('is required').first()).toBeVisible();

  await dialog.getByLabel('Username').fill('taken.name');
  await dialog.getByLabel('Full Name').fill('نذیر احمد');
  await dialog.getByLabel('Email').fill('new.person@example.org');
  await dialog.getByLabel('Phone Number').fill('03217654321');
  await expect(dialog.getByLabel('Designation')).toHaveValue('Surveyor');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(fieldPassword);
  await dialog.getByLabel('CNIC').pressSequentially('3520277777771');
  await expect(dialog.getByLabel('CNIC')).toHaveValue('35202-7777777-1');
  // A digit corrected in the middle stays in the middle.
  await page.keyboard.press('Home');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace', '9'])
    await page.keyboard.press(key);
  await expect(dialog.getByLabel('CNIC')).toHaveValue('35902-7777777-1');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('2');
  await expect(dialog.getByLabel('CNIC')).toHaveValue('35202-7777777-1');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'username: The username has already been taken.',
  );
  // Nothing typed is lost.
  await expect(dialog.getByLabel('Full Name')).toHaveValue('نذیر احمد');

  await dialog.getByLabel('Username').fill('new.person');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText('User created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Search users').fill('نذیر');
  await expect(rowOf(page, 'new.person')).toContainText('35202-7777777-1');
  await phoneOf(server, 'new.person');
});

test('blocking signs the phone out at once, unblocking lets it in again', async ({
  page,
  server,
}) => {
  await createSurveyor(server, 'block.me');
  const phone = await phoneOf(server, 'block.me');
  await page.goto(`${server.url}/mobile-users?search=block.me`);
  await expect(page.getByText('No blocked users found')).toBeVisible();
  await page.getByRole('button', { name: 'Block block.me', exact: true }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to block this user?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await phone.pins();

  // The list shows it at once, before the server has answered.
  const changed = () => page.waitForResponse(`**${calls.changeUserStatus.path}`);
  const blocked = changed();
  await page.getByRole('button', { name: 'Block block.me', exact: true }).click();
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Blocked Users' }).first()).toContainText(
    'block.me',
  );
  await blocked;
  await expect(phone.pins()).rejects.toThrow();
  await expect(phoneOf(server, 'block.me')).rejects.toThrow(/blocked/i);

  await page.getByRole('button', { name: 'Unblock block.me' }).click();
  await expect(question).toContainText('Are you sure you want to unblock this user?');
  const unblocked = changed();
  await question.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('No blocked users found')).toBeVisible();
  await unblocked;
  await (await phoneOf(server, 'block.me')).pins();
});

test('deleting a user asks with the count, takes the pins and keeps the reports', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Delete Town', 4);
  await createSurveyor(server, 'delete.me');
  await assign(server, 'delete.me', 'Delete Town');
  await submit(await phoneOf(server, 'delete.me'), 'Delete Town', '0001');
  await page.goto(`${server.url}/mobile-users?search=delete.me`);
  await expect(rowOf(page, 'delete.me')).toContainText('3 of 4');
  await page.getByRole('button', { name: 'More actions for delete.me' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this user? This action cannot be undone.',
  );
  await expect(question).toContainText('4 pins');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'delete.me')).toBeHidden();
  const { data } = await send(
    server,
    calls.allReports,
    { query: { username: 'delete.me' } },
    await administratorToken(server),
  );
  expect(data.map(({ pin }) => pin)).toEqual(['0001']);
});

test('a refused change comes back visibly', async ({ page, server }) => {
  await createSurveyor(server, 'stays.active');
  await page.goto(`${server.url}/mobile-users?search=stays.active`);
  await page.route('**/api/change-user-status', (route) => route.abort());
  await page.getByRole('button', { name: 'Block stays.active' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Failed to update user status')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block stays.active' })).toBeVisible();
});

test('editing and a new password', async ({ page, server }) => {
  await createSurveyor(server, 'edit.me', 'Old Name');
  const phone = await phoneOf(server, 'edit.me');
  await page.goto(`${server.url}/mobile-users?search=edit.me`);
  await page.getByRole('button', { name: 'More actions for edit.me' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Full Name').fill('New Name');
  await page.getByLabel('Designation').selectOption('Supervisor');
  await expect(page.getByLabel('CNIC')).toHaveValue(/^\d{5}-\d{7}-\d$/);
  await page.getByLabel('CNIC').fill('3520255555551');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'edit.me')).toContainText('35202-5555555-1');
  await expect(rowOf(page, 'edit.me')).toContainText('New Name');
  await expect(rowOf(page, 'edit.me')).toContainText('Supervisor');

  await page.getByRole('button', { name: 'More actions for edit.me' }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await page.getByRole('textbox', { name: 'New password' }).fill('12345');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('must be at least 6 characters')).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('new-secret-2026');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(phone.pins()).rejects.toThrow();
});

test('the users are exported as CSV', async ({ page, server }) => {
  await createSurveyor(server, 'csv.person', '=HYPERLINK("x")');
  await page.goto(`${server.url}/mobile-users?search=csv.person`);
  await expect(rowOf(page, 'csv.person')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('users.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('csv.person');
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
});

test('an administrator who is limited to a circle and to reading sees it alone, and is offered nothing that is refused', async ({
  page,
  server,
  browser,
}) => {
  await surveyed(server, 'Limited Town', 'limited.one', 2);
  await surveyed(server, 'Other Town', 'other.one', 2);
  const email = 'supervisor@example.org';
  const password = await addAdministrator(server, email);
  await signIn(page, server);
  await page.goto(`${server.url}/account`);
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('All circles');
  await row.getByRole('button', { name: 'Limits' }).click();
  const dialog = page.getByRole('dialog', { name: `Limits of ${email}` });
  await dialog.getByRole('combobox', { name: 'Circles' }).fill('Limited');
  await page.getByRole('option', { name: 'Limited Town' }).click();
  await dialog.getByRole('switch', { name: 'Reading only' }).press('Space');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Limited Town · Reading only');

  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, server, { email, password });
  await theirs.goto(`${server.url}/dashboard`);
  const links = theirs.getByRole('navigation').first();
  for (const name of ['Reports', 'Mobile Users', 'Map', 'Activity']) {
    await expect(links.getByRole('link', { name, exact: true })).toBeVisible();
  }
  for (const name of ['Upload', 'REVIEW pins', 'Checks']) {
    await expect(links.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  const reason = theirs.getByRole('note', { name: 'Limits of your account' });
  await expect(reason).toContainText('You see these circles only: Limited Town.');
  await expect(reason).toContainText('You may read and change nothing.');
  await expect(theirs.getByText('Limited Town').nth(1)).toBeVisible();
  await expect(theirs.getByText('Other Town')).toHaveCount(0);
  await theirs.goto(`${server.url}/mobile-users`);
  await expect(theirs.getByRole('cell', { name: /limited\.one/ }).first()).toBeVisible();
  await expect(theirs.getByText('other.one')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /Create New User|Block/ })).toHaveCount(0);
  await theirs.goto(`${server.url}/UPLOAD`);
  await expect(theirs.getByText('This screen is beyond the limits of your account.')).toBeVisible();
  await theirs.goto(`${server.url}/report`);
  await expect(theirs.getByRole('row').filter({ hasText: 'Limited Town' })).toHaveCount(2);
  await expect(theirs.getByText('Other Town')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: /^Request resubmission/ })).toHaveCount(0);
  await theirs.goto(`${server.url}/report?circle=Other%20Town`);
  await expect(theirs.getByText(/Other Town/).first()).toBeVisible();
  await expect(theirs.getByRole('row').filter({ hasText: 'other.one' })).toHaveCount(0);
  await theirs.context().close();

  await row.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('dialog', { name: `Block ${email}` });
  await question
    .getByRole('textbox', { name: 'Password', exact: true })
    .fill(administrator.password);
  await question.getByRole('button', { name: 'Block' }).click();
  await expect(row).toContainText('Blocked');
});
