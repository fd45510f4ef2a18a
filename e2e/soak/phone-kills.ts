// Crash soak test of the surveyor's page: the browser, with a profile on disk, is ended by SIGKILL at random moments
// while a surveyor types, takes photos, saves and sends; then it is opened again and held against what the page had
// said it kept, and the server against what was saved.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { calls } from '@survey/contract';
import { assign, createSurveyor, fieldPassword, uploadCircle } from '../operation.ts';
import { administratorToken, send } from '../product.ts';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const username = 'killed.phone';
const circle = 'Kill Town';
/** Longest life of a browser after its page is there, in milliseconds. */
const longestLifeMs = 2500;

/** What the page has acknowledged of the report under way. */
interface Said {
  pin: string;
  /** Text that was in the field 300 ms ago or longer. */
  typed: string;
  hasPhoto: boolean;
  isSaved: boolean;
}

/** A report as the phone's database has it. */
interface Kept {
  id: string;
  pin: string;
  state: string;
  comments: string;
  photoBytes: number;
}

interface RunningBrowser {
  browser: Browser;
  page: Page;
  kill(): Promise<void>;
}

const launch = async (profile: string, url: string): Promise<RunningBrowser> => {
  const child: ChildProcess = spawn(
    executablePath,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      const [, found] = /DevTools listening on (\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The browser did not start:\n${said}`)));
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  await context.grantPermissions(['geolocation', 'camera'], { origin: url });
  // tsx names the functions inside of what page.evaluate sends with a helper that only its own files have.
  await context.addInitScript('globalThis.__name ??= (named) => named');
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    browser,
    page,
    kill: async () => {
      // The whole group: the browser and the processes of its pages.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
};

/** Reads the phone's database past the page. */
const readKept = (page: Page): Promise<Kept[]> =>
  page.evaluate(async (name) => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open(name));
    const read = database.transaction(['reports', 'photos']);
    const [reports, photos] = await Promise.all([
      done(read.objectStore('reports').getAll()),
      done(read.objectStore('photos').getAll()),
    ]);
    database.close();
    return reports.map(({ id, pin, state, answers }) => ({
      id,
      pin,
      state,
      comments: answers.comments,
      photoBytes: photos.find((photo) => photo.id === id)?.bytes.byteLength ?? 0,
    }));
  }, `survey-of-${username}`);

/** Surveys one pin as a person does, and notes what the page has acknowledged; ends when the browser does. */
const survey = async (page: Page, url: string, said: Said): Promise<void> => {
  await page.goto(`${url}/survey/circle?name=${encodeURIComponent(circle)}`);
  await page.getByRole('button', { name: new RegExp(said.pin) }).click();
  const comments = page.getByLabel('Comments');
  const words = `seen from the street, ${said.pin}`;
  for (let length = 4; length <= words.length; length += 4) {
    const typed = words.slice(0, length);
    await comments.fill(typed);
    setTimeout(() => {
      said.typed = typed;
    }, 300);
  }
  await page.getByRole('button', { name: /Take a/ }).click();
  await page.getByRole('button', { name: 'Take the photo' }).click();
  await page.getByText(/Kept on this phone/).waitFor();
  said.hasPhoto = true;
  await page.getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('button', { name: 'Save all the same' }).click();
  await page.getByRole('button', { name: 'My work' }).waitFor();
  said.isSaved = true;
};

/** What is wrong with what the phone kept, a line each. */
const compare = (said: Said, kept: readonly Kept[]): string[] => {
  const found = kept.filter(({ pin }) => pin === said.pin);
  const [report, another] = found;
  if (another) return [`${said.pin}: ${found.length} reports on the phone`];
  if (!report)
    return said.typed || said.hasPhoto || said.isSaved ? [`${said.pin}: nothing is left`] : [];
  const problems: string[] = [];
  if (!report.comments.startsWith(said.typed))
    problems.push(`${said.pin}: "${said.typed}" was typed, "${report.comments}" is left`);
  if (said.hasPhoto && report.state !== 'confirmed' && report.photoBytes === 0)
    problems.push(`${said.pin}: the photo is gone`);
  if (said.isSaved && report.state !== 'ready' && report.state !== 'confirmed')
    problems.push(`${said.pin}: was saved, is ${report.state}`);
  return problems;
};

export interface PhoneKills {
  rounds: number;
  saved: number;
  lost: string[];
  doubled: string[];
}

/**
 * Kills the browser `rounds` times.
 * @param random numbers from 0 to 1
 */
export const phoneKills = async (
  server: { url: string },
  rounds: number,
  random: () => number = Math.random,
): Promise<PhoneKills> => {
  const { url } = server;
  const profile = await mkdtemp(path.join(os.tmpdir(), 'survey-phone-'));
  const pins = await uploadCircle(server, circle, rounds);
  await createSurveyor(server, username);
  await assign(server, username, circle);
  const saved = new Map<string, Kept>();
  const lost: string[] = [];
  let running = await launch(profile, url);
  try {
    await running.page.goto(`${url}/survey`);
    await running.page.getByLabel('Username or email').fill(username);
    await running.page.getByLabel('Password').fill(fieldPassword);
    await running.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await running.page.getByText(`${rounds} of ${rounds} left`).waitFor();
    await running.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    for (const pin of pins) {
      const said: Said = { pin, typed: '', hasPhoto: false, isSaved: false };
      const surveying = survey(running.page, url, said).catch(() => undefined);
      // The last one is killed when it is saved: right then it is being sent.
      const lifeMs = pin === pins.at(-1) ? 20_000 : 300 + random() * longestLifeMs;
      await Promise.race([surveying, pause(lifeMs)]);
      const atKill = { ...said };
      await running.kill();
      await surveying;
      running = await launch(profile, url);
      await running.page.goto(`${url}/survey/queue`);
      await running.page.getByRole('heading', { name: 'Reports' }).waitFor();
      const kept = await readKept(running.page);
      lost.push(...compare(atKill, kept));
      for (const report of kept) if (report.state !== 'draft') saved.set(report.id, report);
    }
    // What was saved reaches the server, whatever was interrupted.
    const deadline = Date.now() + 60_000;
    for (;;) {
      const waiting = (await readKept(running.page)).filter(({ state }) => state === 'ready');
      if (waiting.length === 0) break;
      if (Date.now() > deadline) {
        lost.push(...waiting.map(({ pin }) => `${pin}: still waits to be sent`));
        break;
      }
      await running.page
        .getByRole('button', { name: 'Send now' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
      await pause(500);
    }
  } finally {
    await running.kill().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  const { data } = await send(
    server,
    calls.reportMultiple,
    { body: { usernames: [username] } },
    await administratorToken(server),
  );
  const stored = data.map(({ pin }) => pin);
  const doubled = stored.filter((pin, at) => stored.indexOf(pin) !== at);
  for (const { pin } of saved.values()) if (!stored.includes(pin)) lost.push(`${pin}: not stored`);
  const bare = data.filter(({ picture_path, pin }) => !picture_path && !doubled.includes(pin));
  lost.push(...bare.map(({ pin }) => `${pin}: stored without its photo`));
  return { rounds, saved: saved.size, lost, doubled };
};
