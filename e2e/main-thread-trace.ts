// What a page's main thread did, by the browser's own trace.

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** What `browser.startTracing` must record for `longestMainThreadTask`. */
export const traceCategories = ['toplevel'];

/**
 * Processor time of the longest task of the main thread in ms: unlike wall time, it does not grow while
 * other processes have the processor. Throws where the trace has no such task.
 */
export const longestMainThreadTask = (trace: Buffer): number => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) =>
      event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the main thread.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
};
