// Upload of spreadsheets (spec 2) in the console: reading a sheet in the browser, and the effect on the page and its
// memory.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { read, utils, write } from '@e965/xlsx';
import { type Browser, chromium, type Page } from '@playwright/test';
import { longestMainThreadTask, traceCategories } from '../e2e/main-thread-trace.ts';
import { type Bench, type Figure, median } from './figures.ts';
import { rowCount, sheetBody } from './import-dataset.ts';
import { type RunningServer, startServer } from './server-process.ts';

const rounds = 3;
const megabyte = 1024 * 1024;
/** No task of the main thread takes longer, in ms (ADR 11). */
const longestTaskMs = 100;
const patienceMs = 180_000;

/** The rows of the import bench as a workbook. */
const workbook = (): Buffer => {
  const { records } = JSON.parse(sheetBody().toString()) as { records: object[] };
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet(records, { dense: true }), 'Parcels');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** A page of a signed-in administrator. */
const openUpload = async (browser: Browser, { url, token }: RunningServer): Promise<Page> => {
  const session = { token, user: JSON.stringify({ role_id: 1, name: 'Bench' }) };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(`${url}/UPLOAD`);
  await page.getByRole('button', { name: 'Upload Data' }).waitFor();
  return page;
};

/** Peak of resident memory of the largest page process, worker included, in bytes; Linux only. */
const pagePeak = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8');
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
      }),
  );
  return Math.max(...peaks);
};

/** Reads the file on a fresh page; gives seconds, the longest task in ms and the peak of memory. */
const readInPage = async (file: string, server: RunningServer) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    const page = await openUpload(browser, server);
    const idlePeak = await pagePeak(browser);
    await browser.startTracing(page, { categories: traceCategories });
    const seconds = await timed(async () => {
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(/^Page 1 of/).waitFor({ timeout: patienceMs });
    });
    const task = longestMainThreadTask(await browser.stopTracing());
    return { seconds, task, memory: (await pagePeak(browser)) - idlePeak };
  } finally {
    await browser.close();
  }
};

export const sheetBench: Bench = {
  name: 'sheet',
  question: 'How long does the console take to read a large sheet, and does the page freeze?',
  run: async (log) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-sheet-'));
    const bytes = workbook();
    const file = path.join(folder, 'parcels.xlsx');
    await writeFile(file, bytes);
    const server = await startServer();
    try {
      const runs: Awaited<ReturnType<typeof readInPage>>[] = [];
      const bare: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const run = await readInPage(file, server);
        runs.push(run);
        // What the library takes for the same bytes, dense and without formatted text, as the console asks.
        bare.push(await timed(() => read(bytes, { dense: true, cellText: false, cellNF: true })));
        log(`read ${run.seconds.toFixed(2)} s, bare ${bare.at(-1)?.toFixed(2)} s`);
      }
      const figures: Figure[] = [
        {
          name: 'parse: file chosen to first rows shown',
          value: median(runs.map(({ seconds }) => seconds)),
          unit: 's',
          limit: { name: 'SheetJS alone, in Node', value: median(bare) },
          goal: 1.5,
        },
        {
          name: 'longest main-thread task meanwhile (processor time)',
          value: Math.max(...runs.map(({ task }) => task)),
          unit: 'ms',
          limit: { name: 'promised', value: longestTaskMs },
          goal: 1,
        },
        {
          name: "page's memory above its start, worker included",
          value: Math.max(...runs.map(({ memory }) => memory)) / megabyte,
          unit: 'MB',
        },
      ];
      return {
        dataset: `${rowCount.toLocaleString('en')} rows of 12 columns, .xlsx of ${(bytes.length / megabyte).toFixed(0)} MB, built console in Chromium; median of ${rounds} rounds, worst task and memory`,
        figures,
      };
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
