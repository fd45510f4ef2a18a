/** Runs `work` over all items, at most `width` at once; after the first failure no new items are started. */
export const inParallel = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  let hasFailed = false;
  const worker = async () => {
    for (const item of waiting) {
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
};
