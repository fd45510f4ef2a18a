// Small files that expand beyond what a tab can hold: each screen names the exceeded limit, and stays usable.
import { limits } from '@survey/contract';
import { expect, signIn, test } from './product.ts';
import { fixture, sheetBombs } from './sheet-files.ts';

const bombs = sheetBombs();

for (const { path, title, next, shows } of [
  {
    path: '/UPLOAD',
    title: 'Error parsing Excel file. Please check the format.',
    next: 'messy.xlsx',
    shows: '12, Canal Road',
  },
  {
    path: '/status',
    title: 'Failed to read file',
    next: 'status.xls',
    shows: 'Showing first 3 of 3 records',
  },
] as const) {
  test(`bombs are refused on ${path}, and the next file is read`, async ({ page, server }) => {
    await signIn(page, server);
    await page.goto(server.url + path);
    const input = page.locator('input[type=file]');
    for (const { says, file } of bombs) {
      await input.setInputFiles(file);
      // The status screen reads larger files only after a confirmation.
      if (path === '/status' && file.buffer.length > limits.autoPreviewBytes) {
        await page.getByRole('button', { name: 'Preview Data', exact: true }).click();
      }
      const alert = page.getByRole('alert').filter({ hasText: says });
      await expect(alert).toContainText(title, { timeout: 40_000 });
    }
    await input.setInputFiles(fixture(next));
    await expect(page.getByText(shows)).toBeVisible();
  });
}
