// The report page in a browser four times slower than this machine: until it can be used, until another page
// stands, and whether scrolling its 21 columns stutters.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { openDataset } from './dataset-server.ts';
import { type Bench, type Figure, median } from './figures.ts';
import {
  longestFrameSeen,
  nextPagePainted,
  rowsStand,
  tellWhenRowsStand,
  watchFrames,
} from './page-scripts.ts';

const slowDown = 4;
const rounds = 5;
const rowsShown = 200;
/** A person reads before the next step; what a page does at leisure (code of dialogs) is done then. */
const settleMs = 1500;

/** A click of the mouse itself: what a test library checks before a click would run in the slow page too. */
const pageChange = async (page: Page): Promise<number> => {
  const box = await page.getByRole('button', { name: 'Next page' }).first().boundingBox();
  if (!box) throw new Error('There is no next page.');
  const shown = page.evaluate<number>(nextPagePainted(calls.allReports.path));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return shown;
};

/** The longest time between two frames while the table scrolls down and sideways, in ms. */
const longestFrame = async (page: Page, cdp: CDPSession): Promise<number> => {
  const box = await page.getByRole('table').first().boundingBox();
  const at = { x: (box?.x ?? 0) + 300, y: Math.min(500, (box?.y ?? 0) + 200) };
  await page.evaluate(watchFrames);
  const ways = [
    [0, -3000],
    [-1500, 0],
    [0, 3000],
    [1500, 0],
  ] as const;
  for (const [xDistance, yDistance] of ways) {
    await cdp.send('Input.synthesizeScrollGesture', { ...at, xDistance, yDistance, speed: 1600 });
  }
  return page.evaluate<number>(longestFrameSeen);
};

/** Milliseconds until the rows are painted and the main thread answers. */
const openReports = async (page: Page, url: string, search = ''): Promise<number> => {
  await page.goto(`${url}/report${search}`, { waitUntil: 'commit' });
  return page.evaluate<number>(rowsStand);
};

export const consoleBench: Bench = {
  name: 'console',
  question: `How quick is the report page in a browser that is ${slowDown} times slower than this machine?`,
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { url, token } = opened.server;
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    const session = { token, user: JSON.stringify({ role_id: 1, name: 'Bench' }) };
    const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
    try {
      const [first, again, changes]: [number[], number[], number[]] = [[], [], []];
      let worstFrame = 0;
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({
          viewport: { width: 1440, height: 900 },
          storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
        });
        const page = await context.newPage();
        await page.addInitScript(tellWhenRowsStand);
        const cdp = await context.newCDPSession(page);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
        first.push(await openReports(page, url));
        await page.waitForTimeout(settleMs);
        again.push(await openReports(page, url));
        await page.waitForTimeout(settleMs);
        for (let turn = 0; turn < 3; turn += 1) changes.push(await pageChange(page));
        await openReports(page, url, `?rows=${rowsShown}`);
        await page.waitForTimeout(settleMs);
        worstFrame = Math.max(worstFrame, await longestFrame(page, cdp));
        log(
          `first ${first.at(-1)?.toFixed(0)} ms, change ${changes.at(-1)?.toFixed(0)} ms, frame ${worstFrame.toFixed(0)} ms`,
        );
        await context.close();
      }
      const figures: Figure[] = [
        {
          name: 'report page interactive, nothing cached',
          value: median(first),
          unit: 'ms',
          most: 1500,
        },
        {
          name: 'report page interactive, scripts cached',
          value: median(again),
          unit: 'ms',
          most: 1500,
        },
        {
          name: 'another page painted, after its answer',
          value: median(changes),
          unit: 'ms',
          most: 100,
        },
        {
          name: `longest frame, scrolling ${rowsShown} rows of 21 columns`,
          value: worstFrame,
          unit: 'ms',
          most: 50,
        },
      ];
      return {
        dataset: `${opened.words}; Chromium with ${slowDown} × CPU slow-down, median of ${rounds} rounds, worst frame`,
        figures,
      };
    } finally {
      await browser.close();
      await opened.close();
    }
  },
};
