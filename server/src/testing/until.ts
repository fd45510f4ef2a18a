/** Polls until a condition is true. @throws after 25 s */
export const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
  const end = Date.now() + 25_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not become true.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
