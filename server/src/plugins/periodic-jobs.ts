// What the server does again and again while it runs: started when it listens, stopped when it closes.
import fp from 'fastify-plugin';

export interface PeriodicJob {
  /** For the log. */
  name: string;
  /** From one start to the next, in milliseconds; 0: never. */
  everyMs: number;
  /** From the server's start to the first run, in milliseconds. */
  firstAfterMs: number;
  /**
   * One run. It is never started while the last one is under way, and ends early once the signal says so.
   * @returns what the log shall say of it; nothing where there is nothing to say
   */
  run(signal: AbortSignal): Promise<object | undefined>;
}

/**
 * Runs the jobs. A failure is logged and the job tried again at its next time. Several servers of a database may run
 * the same jobs; closing waits for those that are under way.
 */
export const periodicJobs = fp<{ jobs: readonly PeriodicJob[] }>(async (app, { jobs }) => {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const start = ({ name, run }: PeriodicJob) => {
    if (underWay.has(name)) return;
    const done = run(stopping.signal)
      .then((result) => result && app.log.info(result, name))
      .catch((error: Error) => {
        if (!stopping.signal.aborted) app.log.error({ err: error }, `${name} failed`);
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, done);
  };

  app.addHook('onListen', async () => {
    for (const job of jobs.filter(({ everyMs }) => everyMs > 0)) {
      const first = setTimeout(() => {
        timers.delete(first);
        timers.add(setInterval(start, job.everyMs, job).unref());
        start(job);
      }, job.firstAfterMs).unref();
      timers.add(first);
    }
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
    await Promise.all(underWay.values());
  });
});
