// The browser of the benches, with the administrator signed in.
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { RunningServer } from './server-process.ts';

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });

/** A browser of its own as far as its caches and storage go, with the session stored (specification section 3). */
export const signedIn = (
  browser: Browser,
  { url, token }: Pick<RunningServer, 'url' | 'token'>,
): Promise<BrowserContext> => {
  const session = { token, user: JSON.stringify({ role_id: 1, name: 'Bench' }) };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
};
