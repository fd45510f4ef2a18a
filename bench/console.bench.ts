// The report page in a browser: until it can be used, until another page stands, and whether scrolling its 21 columns
// stutters. The goal names a processor four times slower for the first alone, so the others are judged at this
// machine's own speed; what the slow browser takes for them stands beside, without a goal.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { signedIn, startBrowser } from './browser.ts';
import { openDataset } from './dataset-server.ts';
import { type Bench, type Figure, median } from './figures.ts';
import {
  longestFrameSeen,
  nextPagePainted,
  rowsStand,
  standsPainted,
  tellWhenRowsStand,
  watchFrames,
} from './page-scripts.ts';
import type { RunningServer } from './server-process.ts';

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

/** A page of a browser that is as slow as the goal names, with nothing cached. */
const openSlowBrowser = async (browser: Browser, server: RunningServer) => {
  const context = await signedIn(browser, server);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return { context, page, cdp };
};

/** Milliseconds until a page of one line is painted: the browser's own share, which is more when the machine is slow. */
const openEmptyPage = async (browser: Browser, server: RunningServer): Promise<number> => {
  const { context, page } = await openSlowBrowser(browser, server);
  await page.goto(`${server.url}/config.json`, { waitUntil: 'commit' });
  const painted = await page.evaluate<number>(standsPainted);
  await context.close();
  return painted;
};

/** Milliseconds of pages turned and the longest frame of scrolling, at one speed of the browser. */
interface AtWork {
  changes: number[];
  worstFrame: number;
}

const work = async (page: Page, cdp: CDPSession, url: string, seen: AtWork): Promise<void> => {
  await openReports(page, url);
  await page.waitForTimeout(settleMs);
  for (let turn = 0; turn < 3; turn += 1) seen.changes.push(await pageChange(page));
  await openReports(page, url, `?rows=${rowsShown}`);
  await page.waitForTimeout(settleMs);
  seen.worstFrame = Math.max(seen.worstFrame, await longestFrame(page, cdp));
};

const workFigures = ({ changes, worstFrame }: AtWork, where: string, isGoal: boolean): Figure[] => [
  {
    name: `another page painted, after its answer${where}`,
    value: median(changes),
    unit: 'ms',
    ...(isGoal && { most: 100 }),
  },
  {
    name: `longest frame, scrolling ${rowsShown} rows of 21 columns${where}`,
    value: worstFrame,
    unit: 'ms',
    ...(isGoal && { most: 50 }),
  },
];

export const consoleBench: Bench = {
  name: 'console',
  question: `How quick is the report page, also in a browser that is ${slowDown} times slower than this machine?`,
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server } = opened;
    const { url } = server;
    const browser = await startBrowser();
    try {
      const [empty, first, again]: [number[], number[], number[]] = [[], [], []];
      const slow: AtWork = { changes: [], worstFrame: 0 };
      const usual: AtWork = { changes: [], worstFrame: 0 };
      for (let round = 0; round < rounds; round += 1) {
        empty.push(await openEmptyPage(browser, server));
        const { context, page, cdp } = await openSlowBrowser(browser, server);
        await page.addInitScript(tellWhenRowsStand);
        first.push(await openReports(page, url));
        await page.waitForTimeout(settleMs);
        again.push(await openReports(page, url));
        await page.waitForTimeout(settleMs);
        await work(page, cdp, url, slow);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        await work(page, cdp, url, usual);
        log(
          `empty ${empty.at(-1)?.toFixed(0)} ms, first ${first.at(-1)?.toFixed(0)} ms, slow: change ${slow.changes.at(-1)?.toFixed(0)} ms, frame ${slow.worstFrame.toFixed(0)} ms; usual: change ${usual.changes.at(-1)?.toFixed(0)} ms, frame ${usual.worstFrame.toFixed(0)} ms`,
        );
        await context.close();
      }
      const limit = { name: 'an empty page painted', value: median(empty) };
      const figures: Figure[] = [
        {
          name: `report page interactive, ${slowDown} × slower, nothing cached`,
          value: median(first),
          unit: 'ms',
          limit,
          most: 1500,
        },
        {
          name: `report page interactive, ${slowDown} × slower, scripts cached`,
          value: median(again),
          unit: 'ms',
          limit,
          most: 1500,
        },
        ...workFigures(usual, '', true),
        ...workFigures(slow, `, ${slowDown} × slower`, false),
      ];
      return {
        dataset: `${opened.words}; Chromium, median of ${rounds} rounds, worst frame`,
        figures,
      };
    } finally {
      await browser.close();
      await opened.close();
    }
  },
};
