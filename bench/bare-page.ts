// A page of the browser that nothing watches while it is measured. A test library listens to everything a page does;
// for one, the browser then reads a whole file again whenever a library makes an Error as it starts (React makes
// four), to know its lines: a quarter of a second in a slow browser, which no user waits for.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';
import { storedSession, viewport } from './browser.ts';
import type { RunningServer } from './server-process.ts';

/** A window that has just opened draws its own menus in a process beside the page: two seconds of a processor. */
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
  /** What the script comes to, a promise's value too. @throws what it throws */
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

/** Sends commands to one page; a session of its own, so that nothing else is switched on for it. */
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
