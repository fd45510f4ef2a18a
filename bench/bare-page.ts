// A browser page without a test library attached. A test library listens to all events of a page; Chromium then reads a
// whole script again whenever a library creates an Error while starting (React creates four), to find line numbers: a
// quarter of a second in a slow browser, which no user waits for.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';
import { storedSession, viewport } from './browser.ts';
import type { RunningServer } from './server-process.ts';

/** A new window draws its own menus in another process: two seconds of CPU time. */
const windowOpensMs = 2500;

/** A point of the page, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface BarePage {
  /** A command of the Chrome DevTools Protocol. @throws what the browser answers instead */
  send(method: string, params?: object): Promise<unknown>;
  /** Resolves when the browser has begun to show the address. */
  goto(url: string): Promise<void>;
  /** The value of the script, awaited where it is a promise. @throws the script's error */
  evaluate<Value>(script: string): Promise<Value>;
  /** A click of the mouse itself. */
  click(at: Point): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** Sends commands to one page in a separate session, so that no other domain is enabled. */
const talk = (root: CDPSession, sessionId: string): BarePage['send'] => {
  const waiting = new Map<number, (answer: Answer) => void>();
  root.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const answer = JSON.parse(event.message) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  return async (method, params = {}) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await root.send('Target.sendMessageToTarget', { sessionId, message });
    const { error, result } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
};

interface Evaluated {
  result: { value: unknown };
  exceptionDetails?: { text: string; exception?: { description?: string } };
}

/** Stores the session before the page's own scripts run. */
const storeSession = (server: Pick<RunningServer, 'token'>): string =>
  `Object.assign(localStorage, ${JSON.stringify(storedSession(server))});`;

/**
 * A page with caches and storage of its own and an administrator signed in, in a window that stands.
 * @param atFirst runs in every document before its own scripts
 */
export const openBarePage = async (
  browser: Browser,
  server: Pick<RunningServer, 'token'>,
  atFirst: string,
): Promise<BarePage> => {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const send = talk(root, sessionId);
  await send('Page.enable');
  await send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const source = `${storeSession(server)}\n${atFirst}`;
  await send('Page.addScriptToEvaluateOnNewDocument', { source });
  await pause(windowOpensMs);
  return {
    send,
    goto: async (url) => {
      const { errorText } = (await send('Page.navigate', { url })) as { errorText?: string };
      if (errorText) throw new Error(`${url}: ${errorText}`);
    },
    evaluate: async <Value>(expression: string) => {
      const answer = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      const { result, exceptionDetails } = answer as Evaluated;
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value as Value;
    },
    click: async (at) => {
      const button = { ...at, button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed' });
      await send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' });
    },
    close: async () => {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
};
