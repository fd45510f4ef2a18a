// ADR 25: a table of 200 rows and 21 columns scrolls without a dropped frame.
import { longestTasksOf, watchLongTasks } from './long-tasks.ts';
import { expect, signIn, test } from './product.ts';
import { surveyed } from './surveyed.ts';

test('200 rows of 21 columns scroll without a task over 50 ms', async ({
  browser,
  page,
  server,
}, info) => {
  await signIn(page, server);
  await surveyed(server, 'Scroll Town', 'scroll.one', 200);
  await watchLongTasks(page);
  await page.goto(`${server.url}/report?circle=Scroll Town&rows=200`);
  await expect(page.getByText('Showing 200 of 200 properties (Page 1 of 1)')).toBeVisible();
  await page.waitForTimeout(1000);
  const table = page.getByRole('region', { name: 'Property reports' });
  await table.hover();
  const { processorMs } = await longestTasksOf({ browser, page, info }, 'scrolling', async () => {
    for (let at = 0; at < 30; at += 1) {
      await page.mouse.wheel(at % 5 === 4 ? 300 : 0, 400);
      await page.waitForTimeout(30);
    }
  });
  expect(processorMs).toBeLessThan(50);
});
