/** Waits until a condition holds; the longest wait is far above what it needs. */
export const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  const end = Date.now() + 25_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not become true.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
