// Long work on the main thread, in steps: between two steps the browser paints and takes clicks.

/** Work that yields wherever it may pause. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The longest work without a pause, in ms; a browser calls more than 50 ms a long task. */
const sliceMs = 30;

/** The next task of the event loop. Not a timer: a browser runs those of a hidden page once a second. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/** Does all steps at once, for short work. */
export const runNow = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** Does the steps with a pause after every `sliceMs`. Throws AbortError where `signal` was aborted. */
export const runInSlices = async <T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> => {
  let pauseAt = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < pauseAt) continue;
    await nextTask();
    signal?.throwIfAborted();
    pauseAt = performance.now() + sliceMs;
  }
};

/** Items between two steps: a fraction of a ms of ordinary work. */
const itemsOfStep = 250;

/** Does something with every item, in steps. */
export function* eachInSteps<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Steps<void> {
  for (let index = 0; index < items.length; index += 1) {
    work(items[index] as Item, index);
    if (index % itemsOfStep === itemsOfStep - 1) yield;
  }
}
