// The page's side of reading, with a real thread in place of the browser's worker.
import { once } from 'node:events';
import { Worker as Thread } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSheet } from './open-sheet.ts';

/** A thread behind the part of a browser's Worker that is used. */
const workerOf = (thread: Thread): Worker => {
  const worker = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    onerror: null,
    postMessage: () => thread.postMessage('read'),
    terminate: () => void thread.terminate(),
  };
  thread.on('message', (data) => worker.onmessage?.({ data } as MessageEvent));
  return worker as unknown as Worker;
};

test('reading that never ends is ended with its thread, and says so', async () => {
  const thread = new Thread(
    "require('node:worker_threads').parentPort.once('message', () => { for (;;); })",
    { eval: true },
  );
  const ended = once(thread, 'exit');
  const opening = openSheet(workerOf(thread), new File(['x'], 'a.xlsx'), {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    seconds: 0.5,
  });
  await expect(opening).rejects.toMatchObject({ name: 'SheetError', failure: 'too-slow' });
  await ended;
});

test('a sheet that was read is not ended when the time is over', async () => {
  const thread = new Thread(
    "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage({ kind: 'read', info: { rowCount: 3 } }));",
    { eval: true },
  );
  let isEnded = false;
  thread.once('exit', () => {
    isEnded = true;
  });
  const sheet = await openSheet(workerOf(thread), new File(['x'], 'a.xlsx'), {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    seconds: 5,
  });
  expect(sheet.info.rowCount).toBe(3);
  expect(isEnded).toBe(false);
  sheet.close();
  await once(thread, 'exit');
});
