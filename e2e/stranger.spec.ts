// The console on a backend of another make that is slow, odd and large (docs/foreign-backends.md).
import { htmlError, noAnswer } from './literal-backend.ts';
import { button, confirmIn, expect, test } from './literal-console.ts';
import { csv, workbook } from './sheet-files.ts';

test('users with odd ids, times and long names: an id goes back as it came, without one there is no action', async ({
  page,
  backend,
}) => {
  const long = `${'a-very-long-username'.repeat(6)}`;
  const common = { name: '', status: 1, designation: 'Surveyor' };
  backend.users.splice(
    0,
    backend.users.length,
    { ...common, id: 'u-7', username: 'text.id', created_at: '05/03/2024 10:00' },
    { ...common, id: '007', username: 'zero.id', created_at: '0000-00-00 00:00:00' },
    { ...common, id: null, username: 'no.id', created_at: '-000001-11-30T00:00:00.000000Z' },
    { ...common, id: 12, username: long, created_at: 1_711_324_800 },
    { ...common, id: 13, username: 'word.time', created_at: 'last spring' },
  );
  await page.goto('/mobile-users');
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(rowOf('text.id')).toContainText('05/03/2024');
  await expect(rowOf('zero.id')).toContainText('0000-00-00 00:00:00');
  await expect(rowOf('no.id')).toContainText('-000001-11-30');
  await expect(rowOf(long)).toContainText('1711324800');
  await expect(rowOf('word.time')).toContainText('last spring');
  await expect(rowOf('no.id').getByRole('button')).toHaveCount(0);
  for (const extra of ['Pins left', 'Last seen']) {
    await expect(page.getByRole('columnheader', { name: extra })).toHaveCount(0);
  }
  for (const [username, id] of [
    ['text.id', 'u-7'],
    ['zero.id', '007'],
  ] as const) {
    await button(page, `Block ${username}`).click();
    const question = page.getByRole('dialog');
    await expect(question).not.toContainText('signed out at once');
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(button(page, `Unblock ${username}`)).toBeVisible();
    expect(backend.sent['/api/change-user-status']).toEqual({ user_id: id, status: false });
  }

  backend.pins.set(`${long}/Model Town`, [
    { id: 'p-1', pin: '1', status: 'Pending' },
    { pin: '2', status: '1' },
  ]);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/Pins');
  const badge = button(page, `Pins of Model Town for ${long}`);
  await badge.scrollIntoViewIfNeeded();
  // Not covered by the column that stays: the click arrives.
  await badge.click();
  await expect(page.getByText('Pending')).toBeVisible();
  await expect(button(page, 'Delete pin 2')).toHaveCount(0);
  await button(page, 'Delete pin 1').click();
  await expect(page.getByRole('dialog').last()).not.toContainText('reports stay');
  await confirmIn(page, 'Delete pin 1', 'Delete');
  await expect(button(page, 'Delete pin 1')).toHaveCount(0);
  expect(backend.sent['/api/delete-pin']).toEqual({ id: 'p-1' });
});

test('sign-in asks once beside a backend that says nothing of its capabilities, and signs in once', async ({
  page,
  backend,
}) => {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  backend.slow('/api/capabilities', 30_000);
  await page.getByRole('textbox', { name: 'Email' }).fill('lena@example.org');
  await page.getByLabel('Password', { exact: true }).fill('literal-2026');
  await button(page, 'Login').click();
  const waiting = button(page, 'Logging in...');
  await expect(waiting).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('123', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Mobile Users' }).click();
  await expect(button(page, 'Block ali.raza')).toBeVisible();
  const count = (path: string) => backend.asked.filter((line) => line.includes(path)).length;
  expect(count('/api/login')).toBe(1);
  expect(count('/api/capabilities')).toBe(1);
});

test('changes ask only for what they touched; refusals in a 200 and circles not offered are told and shown', async ({
  page,
  backend,
}) => {
  backend.pins.set('ali.raza/Old Town', [{ id: 1, pin: '1', status: 0 }]);
  backend.force('/api/circles-assigned-to-user', {
    status: 200,
    body: '{"circles":["Model Town","Old Town"]}',
  });
  await page.goto('/assign');
  await expect(page.getByRole('columnheader', { name: 'Pins USED / all' })).toHaveCount(0);
  await button(page, 'Manage Circles of ali.raza').click();
  const dialog = page.getByRole('dialog', { name: 'Manage Circles for ali.raza' });
  await expect(dialog.getByRole('button', { name: 'unassign Old Town' })).toBeVisible();
  backend.force('/api/pins-by-circle', htmlError);
  await dialog.getByRole('button', { name: 'Overwrite Model Town' }).click();
  await confirmIn(page, 'Overwrite Model Town', 'Overwrite');
  await expect(dialog.getByText('Circle updated successfully')).toBeVisible();

  backend.force('/api/pins-by-circle');
  await page.goto('/Pins');
  await button(page, 'Pins of Model Town for ali.raza').click();
  await button(page, 'Delete pin 2001').click();
  backend.asked.length = 0;
  await confirmIn(page, 'Delete pin 2001', 'Delete');
  await expect(button(page, 'Delete pin 2001')).toHaveCount(0);
  await expect.poll(() => backend.asked).toContain('POST /api/pins-by-circle');
  expect(backend.asked).toEqual(['POST /api/delete-pin', 'POST /api/pins-by-circle']);

  await page.goto('/mobile-users');
  backend.force('/api/change-user-status', {
    status: 200,
    body: '{"errors":{"status":["is locked."]}}',
  });
  await button(page, 'Block ali.raza').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Failed to update user status')).toBeVisible();
});

test('reports whose counts are missing, an answer that is cut off, and pictures that all fail', async ({
  page,
  backend,
}) => {
  const report = { id: 1, username: 'a', circle: 'X', pin: '7', picture_path: 'uploads/no #1.png' };
  backend.force('/api/all-reports', {
    status: 200,
    body: JSON.stringify({ data: [report], total: null, last_page: 0, current_page: 0 }),
  });
  await page.goto('/report');
  await expect(page.getByText('Showing 1 of 1 properties (Page 1 of 1)')).toBeVisible();
  backend.force('/storage/uploads/no%20%231.png', { status: 404, body: '' });
  await page.reload();
  const cell = page.getByRole('cell').filter({ hasText: 'No Image Available' });
  await expect(cell).toBeVisible();
  const refresh = await button(page, 'Request resubmission: pin 7').boundingBox();
  const words = await cell.getByText('No Image Available').boundingBox();
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(refresh?.x ?? 0);
  const isCut = await cell
    .getByText('No Image Available')
    .evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(isCut).toBe(false);
  const box = await cell.boundingBox();
  expect((refresh?.x ?? 0) + (refresh?.width ?? 0)).toBeLessThanOrEqual(
    (box?.x ?? 0) + (box?.width ?? 0),
  );
  backend.force('/api/all-reports-export', {
    status: 200,
    body: JSON.stringify({ data: [report] }),
  });
  await button(page, 'Download Images').click();
  await expect(page.getByText('Failed to initiate bulk download')).toBeVisible();
  await expect(page.getByText(/^Bulk download initiated/)).toHaveCount(0);
  backend.force('/api/all-reports-export', { status: 200, body: '{"data":[', cutAt: 5 });
  await button(page, 'Export to CSV').click();
  await expect(page.getByText('Failed to export data:')).toBeVisible();
});

test('nothing is promised, shown or offered that only our server does', async ({
  page,
  backend,
}) => {
  const dialog = page.getByRole('dialog').last();
  await page.goto('/mobile-users');
  await button(page, 'More actions for sana.khan').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText('This action cannot be undone.');
  await expect(dialog).not.toContainText(/Reports stay|loses all circles/);
  await page.keyboard.press('Escape');
  await button(page, 'Unblock old.hand').click();
  await expect(dialog).toContainText('Are you sure you want to unblock this user?');
  await expect(dialog).not.toContainText('can sign in again');
  await page.keyboard.press('Escape');

  await page.goto('/Pins');
  await button(page, 'Remove Model Town from ali.raza').click();
  await expect(dialog).toContainText('2 pins leave the list of ali.raza.');
  await expect(dialog).not.toContainText('Reports stay');
  await page.keyboard.press('Escape');

  await page.goto('/UPLOAD');
  const parcels = [
    ['Circle', 'Pin'],
    ['Model Town', '7'],
  ];
  await page.locator('input[type=file]').setInputFiles(workbook(parcels));
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  for (const answer of [{ status: 422, body: '{"message":"No."}' }, noAnswer]) {
    backend.force('/api/store-records', answer);
    await button(page, 'Upload Data').click();
    await expect(page.getByText('Whether rows were stored is not known.')).toBeVisible();
    await expect(page.getByText(/Nothing was stored|sending it again is safe/)).toHaveCount(0);
  }
  backend.force('/api/store-records');
  backend.slow('/api/store-records', 30_000);
  await button(page, 'Upload Data').click();
  await expect.poll(() => backend.asked.at(-1)).toBe('POST /api/store-records');
  await button(page, 'Cancel').click();
  await expect(page.getByText('The server may have stored the rows already.')).toBeVisible();

  await page.goto('/status');
  await page.locator('input[type=file]').setInputFiles(csv('Circle,Pin,Status\nX,7,1\n'));
  await expect(page.getByText('Showing first 1 of 1 records')).toBeVisible();
  backend.slow('/api/change-status-bulk', 30_000);
  await button(page, 'Upload & Update').click();
  await expect.poll(() => backend.asked.at(-1)).toBe('POST /api/change-status-bulk');
  await button(page, 'Cancel').click();
  await expect(page.getByText('The server may have changed the records already.')).toBeVisible();
  await expect(page.getByText(/is safe/)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  const box = page.getByRole('textbox', { name: 'Go to a page or user', exact: true });
  for (const text of ['Model Town', '1001']) {
    await box.fill(text);
    await expect(page.getByText('Nothing found. Try a page or a name.')).toBeVisible();
  }
  await box.fill('sana');
  await expect(page.getByRole('button', { name: /Sana Khan/ })).toBeVisible();
});

test('after Logout nothing more is asked for, whatever was on its way', async ({
  page,
  backend,
}) => {
  const logOut = page.getByText('Logout');
  for (const path of ['/dashboard', '/report', '/mobile-users', '/assign', '/Pins', '/circle']) {
    await page.evaluate(() => localStorage.setItem('token', '1|abc'));
    await page.goto(path);
    await expect(logOut).toBeVisible();
    backend.asked.length = 0;
    await logOut.click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => backend.asked).toContain('POST /logout');
    // What would follow the change of screens follows within a few frames.
    await page.waitForTimeout(300);
    const after = backend.asked.slice(backend.asked.indexOf('POST /logout') + 1);
    expect(after).toEqual([]);
  }
});
