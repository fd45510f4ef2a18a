/**
 * Milliseconds that this process spends on processors while `work` runs, its own threads included. Other load on the
 * machine does not count, so that a test may set a limit.
 */
export const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
