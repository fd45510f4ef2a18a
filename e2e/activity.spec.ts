// The Activity screen: the audit trail, and undo.
import { readFile } from 'node:fs/promises';
import { calls } from '@survey/contract';
import { assign, createSurveyor, phoneOf, submit, uploadCircle } from './operation.ts';
import { administratorToken, expect, send, signIn, test } from './product.ts';

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test('a circle taken away by mistake is found, shown, and given back', async ({ page, server }) => {
  await uploadCircle(server, 'Activity Town', 5);
  await createSurveyor(server, 'active.ali');
  await assign(server, 'active.ali', 'Activity Town');
  await submit(await phoneOf(server, 'active.ali'), 'Activity Town', '0001');

  await page.goto(`${server.url}/assign`);
  const token = await administratorToken(server);
  const body = { username: 'active.ali', circle: 'Activity Town' };
  await send(server, calls.deleteCircle, { body }, token);

  await page.getByRole('link', { name: 'Activity', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await page.getByLabel('Circle, PIN or user').fill('Activity Town');
  await expect(page).toHaveURL(/text=Activity/);
  const row = page.getByRole('row').filter({ hasText: 'Activity Town from active.ali' });
  await expect(row).toContainText('Circle removed');
  await expect(row).toContainText('Can be undone');
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'Circle removed' });
  await expect(drawer).toContainText('admin@example.org');
  await expect(drawer.getByRole('row', { name: /Used pins 1/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Undo this change' }).click();
  const question = page.getByRole('dialog', { name: 'Undo: Circle removed' });
  await expect(question).toContainText('5 pins will be as before.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await drawer.getByRole('button', { name: 'Undo this change' }).click();
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone: 5 pins.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(drawer).toContainText('This change was undone.');
  const { circles } = await send(
    server,
    calls.circlesAssignedToUser,
    { body: { username: 'active.ali' } },
    token,
  );
  expect(circles).toEqual(['Activity Town']);

  await drawer.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('dialog', { name: 'Undone' })).toContainText('Circle removed');
  await page.keyboard.press('Escape');

  // A later change prevents the undo: the reason is shown and no question is asked.
  await send(server, calls.deleteCircle, { body }, token);
  await send(server, calls.storeCirclePins, { body }, token);
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Circle removed' }).first().click();
  await drawer.getByRole('button', { name: 'Undo this change' }).click();
  await expect(page.getByText(/has been assigned to active.ali again since/)).toBeVisible();
});

test('what was just done is taken back from the message that confirms it', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Hasty Town', 3);
  await createSurveyor(server, 'hasty.ali');
  await assign(server, 'hasty.ali', 'Hasty Town');
  const removed = page.getByText('Circle Hasty Town removed successfully').first();
  const question = page.getByRole('dialog', { name: 'Undo', exact: true });
  const takeBack = async () => {
    await expect(removed).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(question).toContainText('Circle Hasty Town removed successfully');
    await expect(question).toContainText('3 pins will be as before.');
    await question.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone: 3 pins.')).toBeVisible();
  };

  // In a toast.
  await page.goto(`${server.url}/circle?search=hasty.`);
  const cross = page.getByRole('button', { name: 'Remove Hasty Town from hasty.ali' });
  await cross.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await takeBack();
  await expect(cross).toBeVisible();

  // In the message of the circles' dialog.
  await page.goto(`${server.url}/assign?search=hasty.`);
  await page.getByRole('button', { name: 'Manage Circles of hasty.ali' }).click();
  await page.getByRole('button', { name: 'unassign Hasty Town' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Hasty Town' });
  await removal.getByRole('button', { name: 'unassign' }).click();
  await takeBack();
  await expect(page.getByRole('button', { name: 'unassign Hasty Town' })).toBeVisible();
});

test('filters stand in the address, phones have their own entries, all of it is exported', async ({
  page,
  server,
}) => {
  await uploadCircle(server, 'Export Activity', 2);
  await createSurveyor(server, 'active.sana');
  await assign(server, 'active.sana', 'Export Activity');
  await submit(await phoneOf(server, 'active.sana'), 'Export Activity', '0002');
  await page.goto(`${server.url}/activity?source=phones&text=Export+Activity`);
  await expect(page.getByRole('row').filter({ hasText: 'Report submitted' })).toHaveCount(1);
  await page.getByText('All', { exact: true }).click();
  await expect(page).toHaveURL(/source=all/);
  await expect(page.getByRole('row').filter({ hasText: 'Circle assigned' })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('row').filter({ hasText: 'Circle assigned' })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('activity.csv');
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe(
    '\uFEFFTime,Who,Address,What,Subject,Rows,Details,Entry,Undoes',
  );
  expect(csv).toContain('active.sana');
  expect(csv).toContain('Report submitted');

  await page.goto(`${server.url}/activity?text=nothing-of-this-name`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.route('**/api/activity?*', (route) => route.abort());
  await page.goto(`${server.url}/activity`);
  await expect(page.getByText('Error loading the activity')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/api/activity?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});
