// The browser of the benches, with the administrator signed in.
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { RunningServer } from './server-process.ts';

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  });

export const viewport = { width: 1440, height: 900 };

/** What sign-in stores in the browser, by name (spec 3). */
export const storedSession = ({ token }: Pick<RunningServer, 'token'>) => ({
  token,
  user: JSON.stringify({ role_id: 1, name: 'Bench' }),
});

/** A browser of its own as far as its caches and storage go, with the session stored. */
export const signedIn = (browser: Browser, server: RunningServer): Promise<BrowserContext> => {
  const stored = Object.entries(storedSession(server));
  const localStorage = stored.map(([name, value]) => ({ name, value }));
  return browser.newContext({
    viewport,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  });
};
