// Two measures of how long the page freezes: the browser's own observer (wall
// time, which a busy machine stretches) and the processor time of each task of the main thread.
import os from 'node:os';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { longestMainThreadTask, traceCategories } from './main-thread-trace.ts';

/** Begins to record the browser's long tasks (over 50 ms on the main thread). Call before the page opens. */
export const watchLongTasks = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const noted: number[] = [];
    Object.assign(window, { longTasks: noted });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.push(duration);
    }).observe({ type: 'longtask' });
  });
};

const takeLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    // Entries are handed to the observer after the task; one idle moment lets them arrive.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { longTasks } = window as unknown as { longTasks: number[] };
    return longTasks.splice(0);
  });

export interface LongestTasks {
  /** Processor time of the longest task of the main thread, in ms. */
  processorMs: number;
  /** The longest task that the observer recorded, in ms; 0 where none was over 50 ms. */
  observedMs: number;
  /** True where processes waited for the processors, so that wall time says little. */
  isMachineBusy: boolean;
}

/** Runs an action on a watched page and returns its longest task, which the test's report shows too. */
export const longestTasksOf = async (
  { browser, page, info }: { browser: Browser; page: Page; info: TestInfo },
  what: string,
  work: () => Promise<void>,
): Promise<LongestTasks> => {
  await takeLongTasks(page);
  await browser.startTracing(page, { categories: traceCategories });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const processorMs = longestMainThreadTask(trace);
  const observedMs = Math.max(0, ...(await takeLongTasks(page)));
  const load = os.loadavg()[0] ?? 0;
  info.annotations.push({
    type: 'longest task',
    description: `${what}: ${processorMs.toFixed(0)} ms of processor time, ${observedMs.toFixed(0)} ms observed at load ${load.toFixed(1)}`,
  });
  return { processorMs, observedMs, isMachineBusy: load > os.availableParallelism() };
};
