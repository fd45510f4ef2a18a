// The surveyor's page on a slow phone: time until the list is shown after a start without a network, time of a key of
// the search, time until a photo of 12 megapixels is stored, and memory over 200 reports.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { drawHouse } from '../field/drawn-house.ts';
import { type Bench, type Figure, median } from './figures.ts';
import { postJson } from './post-json.ts';
import { type RunningServer, startServer } from './server-process.ts';

const slowDown = 6;
const circles = 20;
const pinsOfCircle = 1000;
const pins = circles * pinsOfCircle;
const starts = 5;
const mostStartMs = 60_000;
const photos = 5;
/** Each further key finds fewer pins. */
const searched = '123456';
const reports = 200;
const [username, password] = ['bench.walker', 'bench-field-2026'];
const nameOf = (at: number) => `Ward ${at + 1}`;

const prepare = async (server: RunningServer): Promise<void> => {
  const call = (made: Parameters<typeof postJson>[1], body: unknown) =>
    postJson(server, made, Buffer.from(JSON.stringify(body)));
  const records = Array.from({ length: pins }, (_, at) => ({
    Circle: nameOf(Math.floor(at / pinsOfCircle)),
    Pin: String(1_000_000 + at),
    OwnerName: `Owner ${at}`,
    Street_Address: `House ${at % 40}, Street ${Math.floor(at / 40)}`,
    Block: String(Math.floor(at / 500)),
    Locality: 'Bench',
  }));
  await call(calls.storeRecords, { records });
  await call(calls.mobileSignup, {
    username,
    password,
    name: 'Bench Walker',
    email: 'bench.walker@example.org',
    phonenumber: '03001234567',
    cnic: '35202-7654321-1',
    designation: 'Surveyor',
    status: true,
  });
  for (let at = 0; at < circles; at += 1) {
    await call(calls.storeCirclePins, { username, circle: nameOf(at) });
  }
};

/** A new browser with this profile, as a phone after it is switched on: nothing of the page is in memory. */
const openPhone = async (profile: string, server: RunningServer): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    viewport: { width: 360, height: 740 },
    geolocation: { latitude: 31.5204, longitude: 74.3587, accuracy: 6 },
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  await context.grantPermissions(['geolocation', 'camera'], { origin: server.url });
  return context;
};

const slowBy = async (page: Page, rate: number): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return devtools;
};

const signIn = async (page: Page, { url }: RunningServer): Promise<void> => {
  await page.goto(`${url}/survey`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByRole('button', { name: nameOf(0), exact: false })
    .first()
    .waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
};

/** Sets a mark when the first circle is painted. */
const markList = `
  new MutationObserver((_, found) => {
    if (!document.querySelector('progress')) return;
    found.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('list stands'), 0));
  }).observe(document, { childList: true, subtree: true });`;

/** Milliseconds from the navigation until the first circle is painted. */
const coldStart = async (page: Page, { url }: RunningServer): Promise<number> => {
  await page.addInitScript(markList);
  await page.goto(`${url}/survey/`);
  // Polls, because the page's content security policy forbids the evaluation of strings by `waitForFunction`.
  const begun = performance.now();
  while (performance.now() - begun < mostStartMs) {
    const at = await page.evaluate<number>(
      `performance.getEntriesByName('list stands')[0]?.startTime ?? 0`,
    );
    if (at > 0) return at;
    await pause(20);
  }
  throw new Error(`no list after ${mostStartMs} ms`);
};

/** Types into the search as a key does; returns the milliseconds until its result is painted. */
const typeText = `async (value) => {
  const field = document.querySelector('input[type=search]');
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const before = document.querySelector('h2').textContent;
  const begun = performance.now();
  write.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  while (document.querySelector('h2').textContent === before) {
    if (performance.now() - begun > 10000) throw new Error('as many pins found as before: ' + value);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - begun;
}`;

/** Milliseconds of each key of a search, until its result is painted. */
const searchKeys = async (page: Page, text: string): Promise<number[]> => {
  const search = page.getByRole('searchbox');
  await search.click();
  // The first key reads the list from the disk. It is not measured: a surveyor waits for that once.
  await search.pressSequentially('1');
  await page.getByRole('heading', { name: /pins found/ }).waitFor();
  const took: number[] = [];
  for (let length = 2; length <= text.length; length += 1) {
    const typed = text.slice(0, length);
    took.push(await page.evaluate<number>(`(${typeText})(${JSON.stringify(typed)})`));
  }
  await search.fill('');
  return took;
};

/** Measures how long the page does not respond; the script `longestSilence` returns the longest time. */
const watchAnswers = `
  window.worst = 0;
  let last = performance.now();
  window.probe = setInterval(() => {
    const now = performance.now();
    window.worst = Math.max(window.worst, now - last - 10);
    last = now;
  }, 10);`;
const longestSilence = 'clearInterval(window.probe); window.worst';

const openPin = async (page: Page, { url }: RunningServer, at: number): Promise<void> => {
  const circle = nameOf(Math.floor(at / pinsOfCircle) % circles);
  await page.goto(`${url}/survey/circle?name=${encodeURIComponent(circle)}`);
  await page
    .locator('button.row')
    .nth(at % 40)
    .click();
  await page.getByRole('button', { name: 'Take a photo' }).waitFor();
};

const savePhoto = async (page: Page, server: RunningServer, at: number, file: string) => {
  await openPin(page, server, at);
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await page.evaluate(watchAnswers);
  const begun = performance.now();
  await page.locator('.viewfinder input[type=file]').setInputFiles(file);
  await page.getByText(/Kept on this phone, \d+ kB/).waitFor();
  await page.getByRole('button', { name: 'Surveyed', exact: true }).click();
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Take a photo' }).waitFor({ state: 'detached' });
  const done = performance.now() - begun;
  return { done, silence: await page.evaluate<number>(longestSilence) };
};

/** Megabytes of the page's heap after garbage collection. */
const heapOf = async (devtools: CDPSession): Promise<number> => {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
};

/** Opens, fills in and saves a report without loading the page again, as a surveyor does all day. */
const saveReport = async (page: Page, small: string): Promise<void> => {
  await page.locator('button.row').first().click();
  await page.getByRole('button', { name: 'Take a photo' }).click();
  await page.locator('.viewfinder input[type=file]').setInputFiles(small);
  await page.getByText(/Kept on this phone, \d+ kB/).waitFor();
  await page.getByRole('button', { name: 'Locked' }).click();
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('heading', { name: nameOf(1), exact: true }).waitFor();
};

const photoOf = async (folder: string, longEdge: number): Promise<string> => {
  const file = path.join(folder, `${longEdge}.jpg`);
  const look = { land: 'Residential', floors: 2, hasStoreFront: true, hour: 11, isPortrait: false };
  await writeFile(file, await drawHouse({ ...look, seed: 'bench', pin: '1' }, { longEdge }));
  return file;
};

export const surveyBench: Bench = {
  name: 'survey',
  question: `How quick is the surveyor's page on a phone that is ${slowDown} times slower than this machine?`,
  run: async (log) => {
    const server = await startServer();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-bench-'));
    const profile = path.join(folder, 'profile');
    try {
      await prepare(server);
      const [large, small] = [await photoOf(folder, 4000), await photoOf(folder, 1200)];
      let phone = await openPhone(profile, server);
      await signIn(await phone.newPage(), server);
      await phone.close();

      const cold: number[] = [];
      for (let start = 0; start < starts; start += 1) {
        phone = await openPhone(profile, server);
        const page = await phone.newPage();
        await phone.setOffline(true);
        await slowBy(page, slowDown);
        cold.push(await coldStart(page, server));
        if (start < starts - 1) await phone.close();
      }
      const [page] = phone.pages().slice(-1) as [Page];
      log(`cold starts ${cold.map((ms) => ms.toFixed(0)).join(', ')} ms`);

      const slowKeys = await searchKeys(page, searched);
      const devtools = await slowBy(page, 1);
      const keys = await searchKeys(page, searched);
      log(
        `keys ${median(keys).toFixed(0)} ms, ${slowDown} × slower ${median(slowKeys).toFixed(0)} ms`,
      );

      await slowBy(page, slowDown);
      const saved: { done: number; silence: number }[] = [];
      for (let at = 0; at < photos; at += 1) saved.push(await savePhoto(page, server, at, large));
      await slowBy(page, 1);
      log(`photos ${saved.map(({ done }) => done.toFixed(0)).join(', ')} ms`);

      await phone.setOffline(false);
      await page.goto(`${server.url}/survey/circle?name=${encodeURIComponent(nameOf(1))}`);
      const heaps: number[] = [];
      for (let at = 1; at <= reports; at += 1) {
        await saveReport(page, small);
        if (at % 40 === 0) heaps.push(await heapOf(devtools));
      }
      log(`heap ${heaps.map((megabytes) => megabytes.toFixed(1)).join(', ')} MB`);
      await phone.close();

      const figures: Figure[] = [
        {
          name: `start without a network to the list, ${slowDown} × slower`,
          value: median(cold),
          unit: 'ms',
          most: 1500,
        },
        { name: 'a key of the search', value: median(keys), unit: 'ms', most: 50 },
        { name: `a key of the search, ${slowDown} × slower`, value: median(slowKeys), unit: 'ms' },
        {
          name: `a photo of 12 megapixels chosen, kept and saved, ${slowDown} × slower`,
          value: median(saved.map(({ done }) => done)),
          unit: 'ms',
          most: 3000,
        },
        {
          name: 'longest time without an answer meanwhile',
          value: median(saved.map(({ silence }) => silence)),
          unit: 'ms',
          most: 100,
        },
        {
          name: `growth of the heap from report 40 to ${reports}`,
          value: Math.max(0, (heaps.at(-1) ?? 0) - (heaps[0] ?? 0)),
          unit: 'MB',
          most: 5,
        },
      ];
      return {
        dataset: `${pins.toLocaleString('en')} pins in ${circles} circles; medians of ${starts} starts and ${photos} photos; ${reports} reports; Chromium`,
        figures,
      };
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
