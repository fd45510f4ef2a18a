// The console on a backend that speaks only spec 7: every screen of spec 2
// works on it, with the messages of spec 8, and nothing that needs more is shown.
import { readFile } from 'node:fs/promises';
import { htmlError, noAnswer } from './literal-backend.ts';
import { button, confirmIn, expect, test } from './literal-console.ts';
import { csv, workbook } from './sheet-files.ts';

test('sign in: refusals, another role, an HTML page, success, and out again', async ({
  page,
  backend,
}) => {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  const submit = async (email: string, password: string) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button').last().click();
  };
  await submit('lena@example.org', 'not it at all');
  await expect(page.getByText('These credentials do not match.')).toBeVisible();
  await submit('broken@example.org', 'literal-2026');
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
  await submit('field@example.org', 'literal-2026');
  await expect(page.getByText('Access not allowed')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await submit('lena@example.org', 'literal-2026');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Welcome back, Literal Lena')).toBeVisible();
  backend.force('/logout', htmlError);
  await page.getByText('Logout').click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('dashboard: four tiles from plain numbers; an HTML page counts as 0', async ({
  page,
  backend,
}) => {
  await page.goto('/dashboard');
  for (const [label, value] of [
    ['Active Users', '42'],
    ['Surveyed Units', '23'],
    ['Remaining Units', '100'],
    ['Total Units', '123'],
  ] as const) {
    await expect(page.getByText(label).first()).toBeVisible();
    await expect(page.getByText(value, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText('Reports per day')).toHaveCount(0);
  backend.force('/api/mobileusers', htmlError);
  await page.reload();
  await expect(page.getByText('123', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('42', { exact: true })).toHaveCount(0);
  for (const name of ['noreports', 'totalrecord']) backend.force(`/api/${name}`, htmlError);
  await page.reload();
  await expect(page.getByText('Failed to load dashboard data')).toBeVisible();
});

test('report: list, page, filters, resubmission, image', async ({ page, backend }) => {
  await page.goto('/report');
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
  await button(page, 'Next page').click();
  await expect(page.getByText('Showing 10 of 23 properties (Page 2 of 3)')).toBeVisible();
  await page.goto('/report');
  await button(page, /^Filters/).click();
  await page.getByRole('checkbox', { name: /^Commercial/ }).check();
  await expect(page.getByText('Showing 5 of 5 properties (Page 1 of 1)')).toBeVisible();
  await page.goto('/report?pin=none-like-it');
  await expect(page.getByText('No properties found matching your filters')).toBeVisible();
  await page.goto('/report');
  const box = page.getByRole('textbox', { name: 'PIN' });
  await box.fill('102');
  await page.getByRole('option', { name: '1021' }).click();
  await expect(page.getByText('Showing 1 of 1 properties (Page 1 of 1)')).toBeVisible();

  await page.goto('/report');
  await button(page, 'Photo of pin 1001').click();
  const photo = page.getByRole('dialog', { name: 'Photo of pin 1001' });
  const width = () =>
    photo.getByAltText('Pin 1001').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(1);
  await page.keyboard.press('Escape');

  const sendBack = async () => {
    await button(page, 'Request resubmission: pin 1001').click();
    await confirmIn(page, 'Request resubmission', 'Request resubmission');
  };
  await sendBack();
  await expect(page.getByText('Pin reset.')).toBeVisible();
  expect(backend.sent['/api/change-pin-status']).toEqual({
    username: 'ali.raza',
    circle: 'Model Town',
    pin: '1001',
    status: 0,
  });
  backend.force('/api/change-pin-status', htmlError);
  await sendBack();
  await expect(page.getByText('Failed to update pin status')).toBeVisible();
  backend.force('/api/change-pin-status', noAnswer);
  await sendBack();
  await expect(page.getByText('Error updating pin')).toBeVisible();
  backend.force('/api/all-reports', htmlError);
  await page.reload();
  await expect(page.getByText('Failed to load property data')).toBeVisible();
});

test('report: the console writes the CSV; images come one by one, a missing one is skipped', async ({
  page,
  backend,
}) => {
  await page.goto('/report?land=Residential');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export to CSV').click(),
  ]);
  expect(download.suggestedFilename()).toBe('property_report.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(19);
  expect(lines[0]?.split(',')).toHaveLength(21);
  expect(lines[1]).toBe(
    '1,ali.raza,Ali Raza,3001234567,Model Town,1001,,2,1,0,100,,Residential,,,31.5204,74.3587,05/11/2026 10:00:00,05/11/2026 10:05:00,No,uploads/1.jpg',
  );
  const names: string[] = [];
  page.on('download', (file) => names.push(file.suggestedFilename()));
  await page.goto('/report?pin=1001,1007,1009');
  await button(page, 'Download Images').click();
  await expect(
    page.getByText('Preparing download... This might take a moment for multiple images.'),
  ).toBeVisible();
  await expect(
    page.getByText('Bulk download initiated! Check your downloads folder.'),
  ).toBeVisible();
  await expect.poll(() => [...names].sort()).toEqual(['1001.jpg', '1009.jpg']);
  backend.force('/api/all-reports-export', { status: 500, body: '{"message":"disk is full"}' });
  await button(page, 'Export to CSV').click();
  await expect(page.getByText('Failed to export data: disk is full')).toBeVisible();
  await button(page, 'Download Images').click();
  await expect(page.getByText('Failed to initiate bulk download')).toBeVisible();
});

test('sub-report: all records of two users, filtered and paged in the browser', async ({
  page,
}) => {
  await page.goto('/sreport');
  for (const [label, username] of [
    ['First user', 'ali.raza'],
    ['Second user', 'sana.khan'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(username);
    await page.getByRole('option', { name: new RegExp(username) }).click();
  }
  await page.locator('form').getByRole('button').first().click();
  await expect(page.getByText('Showing 10 of 23 properties (Page 1 of 3)')).toBeVisible();
  await button(page, /^Filters/).click();
  await page.getByRole('checkbox', { name: /^Johar Town/ }).check();
  await expect(page.getByText('Showing 7 of 7 properties (Page 1 of 1)')).toBeVisible();
});

test('users: created with 422 lines on the way, blocked, unblocked, deleted; failures in words', async ({
  page,
  backend,
}) => {
  await page.goto('/mobile-users');
  await expect(page.getByRole('region', { name: 'Blocked Users' }).first()).toContainText(
    'old.hand',
  );
  await button(page, 'Create New User').click();
  const dialog = page.getByRole('dialog', { name: 'Create New User' });
  for (const [label, value] of [
    ['Username', 'ali.raza'],
    ['Full Name', 'New Person'],
    ['Email', 'new@example.org'],
    ['Phone Number', 'ext. 12'],
    ['CNIC', 'PK 7/B'],
  ] as const) {
    await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByRole('textbox', { name: 'Password' }).fill('field-2026');
  const create = dialog.getByRole('button', { name: 'Create User' });
  await create.click();
  await expect(dialog.getByText('username: has already been taken.')).toBeVisible();
  await expect(dialog.getByText('email: is odd., is old.')).toBeVisible();
  await dialog.getByLabel('Username').fill('new.person');
  backend.force('/api/mobile/signup', htmlError);
  await create.click();
  await expect(dialog.getByText('Failed to create user')).toBeVisible();
  backend.force('/api/mobile/signup');
  await create.click();
  await expect(page.getByText('User created successfully!')).toBeVisible();
  expect(Object.keys(backend.sent['/api/mobile/signup'] ?? {}).sort()).toEqual(
    'cnic designation email name password phonenumber status username'.split(' '),
  );

  await button(page, 'Block new.person').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to block this user?');
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await button(page, 'Unblock new.person').click();
  await expect(question).toContainText('Are you sure you want to unblock this user?');
  backend.force('/api/change-user-status', { status: 200, body: '{"success":false}' });
  await question.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('Failed to update user status')).toBeVisible();

  const remove = async () => {
    await button(page, 'More actions for sana.khan').click();
    await expect(page.getByRole('menuitem', { name: /Edit|Reset/ })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(question).toContainText(
      'Are you sure you want to delete this user? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Delete' }).click();
  };
  backend.force('/api/delete-user', htmlError);
  await remove();
  await expect(page.getByText('Failed to delete user')).toBeVisible();
  backend.force('/api/delete-user');
  await remove();
  await expect(button(page, 'Block sana.khan')).toHaveCount(0);
  expect(backend.users.map(({ username }) => username)).toEqual([
    'ali.raza',
    'old.hand',
    'new.person',
  ]);
});

test('upload: all rows sent, no counts where none came, an HTML page is a failure', async ({
  page,
  backend,
}) => {
  const file = workbook([
    ['Circle', 'Pin'],
    ['Model Town', '0007'],
    ['Model Town', '8'],
  ]);
  await page.goto('/UPLOAD');
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  backend.force('/api/store-records', htmlError);
  await button(page, 'Upload Data').click();
  await expect(page.getByText('Upload failed')).toBeVisible();
  backend.force('/api/store-records');
  await button(page, 'Upload Data').click();
  await expect(page.getByText('Upload successful!')).toBeVisible();
  await expect(page.getByText('Unchanged')).toHaveCount(0);
  expect(backend.sent['/api/store-records']?.records).toMatchObject([{ Pin: '0007' }, {}]);
});

test('assign: add, overwrite, unassign, and each failure', async ({ page, backend }) => {
  await page.goto('/assign');
  await expect(button(page, 'Assign to several users')).toHaveCount(0);
  await button(page, 'Manage Circles of ali.raza').click();
  const dialog = page.getByRole('dialog', { name: 'Manage Circles for ali.raza' });
  const act = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  backend.force('/api/store-circle-pins', htmlError);
  await act('Add New Johar Town');
  await expect(dialog.getByText('Failed to add circle')).toBeVisible();
  backend.force('/api/store-circle-pins');
  await act('Add New Johar Town');
  await expect(dialog.getByText('Circle added successfully')).toBeVisible();
  backend.force('/api/replace-circle-pins', htmlError);
  await act('Overwrite Johar Town');
  await confirmIn(page, 'Overwrite Johar Town', 'Overwrite');
  await expect(dialog.getByText('Failed to update circle')).toBeVisible();
  backend.force('/api/replace-circle-pins');
  await act('Overwrite Johar Town');
  await confirmIn(page, 'Overwrite Johar Town', 'Overwrite');
  await expect(dialog.getByText('Circle updated successfully')).toBeVisible();
  backend.force('/api/delete-circle', { status: 200, body: '{"success":false}' });
  await act('unassign Johar Town');
  await confirmIn(page, 'Remove Johar Town', 'unassign');
  await expect(dialog.getByText('Failed to remove circle')).toBeVisible();
  backend.force('/api/delete-circle', noAnswer);
  await act('unassign Johar Town');
  await confirmIn(page, 'Remove Johar Town', 'unassign');
  await expect(dialog.getByText('Error removing circle assignment')).toBeVisible();
  backend.force('/api/delete-circle');
  await act('unassign Johar Town');
  await confirmIn(page, 'Remove Johar Town', 'unassign');
  await expect(dialog.getByText('Circle Johar Town removed successfully')).toBeVisible();
  expect([...backend.pins.keys()]).toEqual(['ali.raza/Model Town']);
  backend.force('/api/circles/ali.raza', htmlError);
  await page.reload();
  await button(page, 'Manage Circles of ali.raza').click();
  await expect(dialog.getByText('Error loading circles')).toBeVisible();
});

test('pins: list, add, delete, remove the circle, and each failure', async ({ page, backend }) => {
  await page.goto('/Pins');
  await expect(page.getByText('No circles assigned').first()).toBeVisible();
  await button(page, 'Pins of Model Town for ali.raza').click();
  const dialog = page.getByRole('dialog', { name: 'Pins for ali.raza - Model Town' });
  await expect(dialog.getByText('USED', { exact: true })).toHaveCount(1);
  await expect(dialog.getByText('NotUsed', { exact: true })).toHaveCount(1);
  await button(page, 'Add New Pin').click();
  const form = dialog.getByRole('region', { name: 'Add New Pin' });
  for (const label of ['Pin', 'Rating Area', 'Locality', 'Street Address', 'Owner Name']) {
    await form.getByLabel(label).fill('77');
  }
  backend.force('/api/add-pin', htmlError);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Error adding pin')).toBeVisible();
  // A false success is logged (spec 8), and told too (R13).
  backend.force('/api/add-pin', { status: 200, body: '{"success":false}' });
  const logged = page.waitForEvent('console', (said) => said.text().includes('Error adding pin'));
  await form.getByRole('button', { name: 'Save' }).click();
  await logged;
  await expect(form.getByText('Error adding pin')).toBeVisible();
  backend.force('/api/add-pin');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const remove = async () => {
    await button(page, 'Delete pin 77').click();
    await confirmIn(page, 'Delete pin 77', 'Delete');
  };
  backend.force('/api/delete-pin', { status: 200, body: '{"success":false}' });
  await remove();
  await expect(page.getByText('Failed to delete pin')).toBeVisible();
  backend.force('/api/delete-pin', noAnswer);
  await remove();
  await expect(page.getByText('Error deleting pin')).toBeVisible();
  backend.force('/api/delete-pin');
  await remove();
  await expect(button(page, 'Delete pin 77')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const removeCircle = async () => {
    await button(page, 'Remove Model Town from ali.raza').click();
    await confirmIn(page, 'Remove Model Town', 'Remove');
  };
  backend.force('/api/delete-circle', { status: 200, body: '{"success":false}' });
  await removeCircle();
  await expect(page.getByText('Failed to delete circle assignment')).toBeVisible();
  backend.force('/api/delete-circle', noAnswer);
  await removeCircle();
  await expect(page.getByText('Error deleting circle assignment')).toBeVisible();
  backend.force('/api/delete-circle');
  backend.force('/api/pins-by-circle', noAnswer);
  await page.reload();
  await button(page, 'Pins of Model Town for ali.raza').click();
  await expect(page.getByText('Error loading pins')).toBeVisible();
  await page.keyboard.press('Escape');
  await removeCircle();
  await expect(button(page, 'Pins of Model Town for ali.raza')).toHaveCount(0);
  backend.force('/api/mobile/users', htmlError);
  await page.reload();
  await expect(page.getByText('Error loading users')).toBeVisible();
});

test('circle: a transfer, refused first without a target and then by the server', async ({
  page,
  backend,
}) => {
  await page.goto('/circle');
  await button(page, 'View Pins of ali.raza').click();
  const panel = page.getByRole('region', { name: 'Transfer to Another User' });
  await panel.getByRole('button', { name: 'Transfer Pins' }).click();
  await expect(panel.getByRole('alert')).toContainText('Please select a target user');
  await panel.getByRole('combobox', { name: 'Target user' }).click();
  await page.getByRole('option', { name: /sana\.khan/ }).click();
  const transfer = async () => {
    await panel.getByRole('button', { name: 'Transfer Pins' }).click();
    await confirmIn(page, 'Transfer Pins', 'Transfer Pins');
  };
  backend.force('/api/transfer-pins', { status: 200, body: '{"success":false}' });
  await transfer();
  await expect(panel.getByText('Failed to transfer pins')).toBeVisible();
  backend.force('/api/transfer-pins', { status: 200, body: '{"success":0,"message":"Not today"}' });
  await transfer();
  await expect(panel.getByText('Not today')).toBeVisible();
  backend.force('/api/transfer-pins', noAnswer);
  await transfer();
  await expect(panel.getByText('Error transferring pins')).toBeVisible();
  backend.force('/api/transfer-pins');
  await transfer();
  await expect(page.getByText('Pins transferred successfully!')).toBeVisible();
  expect([...backend.pins.keys()]).toEqual(['sana.khan/Model Town']);
});

test('status: rows sent as circle, pin, status; success and failure toasts', async ({
  page,
  backend,
}) => {
  await page.goto('/status');
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('Circle,Pin,Status\nModel Town,0007,1\nX,8,0\n'));
  await expect(page.getByText('Showing first 2 of 2 records')).toBeVisible();
  backend.force('/api/change-status-bulk', {
    status: 200,
    body: '{"success":false,"message":"Not now"}',
  });
  await button(page, 'Upload & Update').click();
  const toast = page.getByRole('alert').filter({ hasText: 'Upload failed' });
  await expect(toast).toContainText('Not now');
  backend.force('/api/change-status-bulk');
  await button(page, 'Upload & Update').click();
  await expect(page.getByText('Successfully processed 2 records')).toBeVisible();
  expect(backend.sent['/api/change-status-bulk']).toEqual({
    pins: [
      { circle: 'Model Town', pin: '0007', status: 1 },
      { circle: 'X', pin: '8', status: 0 },
    ],
  });
});

test('pages without calls open; the drawer of a report shows what the list knows; 401 ends the session', async ({
  page,
  backend,
}) => {
  for (const [route, heading] of [
    ['/create-user', 'Create User'],
    ['/user-data', 'User Data'],
  ] as const) {
    await page.goto(route);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.goto('/report');
  await page.getByRole('row').filter({ hasText: '1002' }).getByText('1002').first().click();
  const drawer = page.getByRole('dialog', { name: /PIN 1002/ });
  await expect(drawer).toContainText('Model Town');
  await expect(drawer.getByRole('region', { name: 'History of this PIN' })).toHaveCount(0);
  backend.force('/api/mobile/users', { status: 401, body: '{"message":"Unauthenticated."}' });
  await page.goto('/mobile-users');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
