// The report page in a browser: time until it is interactive, time of a page turn, and the longest frame while its 21
// columns scroll. The goal names a processor four times slower for the first figure only; the others are judged at this
// machine's own speed, and their times in the slow browser are reported without a goal.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { calls } from '@survey/contract';
import { type BarePage, openBarePage, type Point } from './bare-page.ts';
import { startBrowser } from './browser.ts';
import { openDataset } from './dataset-server.ts';
import { type Bench, type Figure, median } from './figures.ts';
import {
  centreOf,
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
/** A person reads before the next step; meanwhile the page loads what it loads when idle (code of dialogs). */
const settleMs = 1500;

const pageChange = async (page: BarePage): Promise<number> => {
  const button = await page.evaluate<Point>(centreOf('button[aria-label="Next page"]'));
  const shown = page.evaluate<number>(nextPagePainted(calls.allReports.path));
  await page.click(button);
  return shown;
};

/** The longest time between two frames while the table scrolls down and sideways, in ms. */
const longestFrame = async (page: BarePage): Promise<number> => {
  const table = await page.evaluate<Point>(centreOf('table'));
  const at = { x: Math.min(700, table.x), y: Math.min(500, table.y) };
  await page.evaluate(watchFrames);
  const ways = [
    [0, -3000],
    [-1500, 0],
    [0, 3000],
    [1500, 0],
  ] as const;
  for (const [xDistance, yDistance] of ways) {
    await page.send('Input.synthesizeScrollGesture', { ...at, xDistance, yDistance, speed: 1600 });
  }
  return page.evaluate<number>(longestFrameSeen);
};

/** Milliseconds until the rows are painted and the main thread answers. */
const openReports = async (page: BarePage, url: string, search = ''): Promise<number> => {
  await page.goto(`${url}/report${search}`);
  return page.evaluate<number>(rowsStand);
};

/** Throttles the browser's processor by this factor from now on. */
const slowBy = (page: BarePage, rate: number) =>
  page.send('Emulation.setCPUThrottlingRate', { rate });

/** A page of a browser throttled as the goal says, with empty caches. */
const openSlowPage = async (browser: Browser, server: RunningServer): Promise<BarePage> => {
  const page = await openBarePage(browser, server, tellWhenRowsStand);
  await slowBy(page, slowDown);
  return page;
};

/** Milliseconds until a page of one line is painted: the browser's own share of the time. */
const openEmptyPage = async (browser: Browser, server: RunningServer): Promise<number> => {
  const page = await openSlowPage(browser, server);
  await page.goto(`${server.url}/config.json`);
  const painted = await page.evaluate<number>(standsPainted);
  await page.close();
  return painted;
};

/** Milliseconds of pages turned and the longest frame of scrolling, at one speed of the browser. */
interface AtWork {
  changes: number[];
  worstFrame: number;
}

const work = async (page: BarePage, url: string, seen: AtWork): Promise<void> => {
  await openReports(page, url);
  await pause(settleMs);
  for (let turn = 0; turn < 3; turn += 1) seen.changes.push(await pageChange(page));
  await openReports(page, url, `?rows=${rowsShown}`);
  await pause(settleMs);
  seen.worstFrame = Math.max(seen.worstFrame, await longestFrame(page));
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
        const page = await openSlowPage(browser, server);
        first.push(await openReports(page, url));
        await pause(settleMs);
        again.push(await openReports(page, url));
        await pause(settleMs);
        await work(page, url, slow);
        await slowBy(page, 1);
        await work(page, url, usual);
        log(
          `empty ${empty.at(-1)?.toFixed(0)} ms, first ${first.at(-1)?.toFixed(0)} ms, slow: change ${slow.changes.at(-1)?.toFixed(0)} ms, frame ${slow.worstFrame.toFixed(0)} ms; usual: change ${usual.changes.at(-1)?.toFixed(0)} ms, frame ${usual.worstFrame.toFixed(0)} ms`,
        );
        await page.close();
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
