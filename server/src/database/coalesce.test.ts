// Coalesced queries: which statement answers which query.
import { expect, test } from 'vitest';
import { coalesced } from './coalesce.ts';

/** A query function whose statements end when the test says so. */
const heldBack = (most?: number) => {
  const asked: { questions: number[]; end(error?: Error): void }[] = [];
  const ask = coalesced(
    (questions: number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const answers = questions.map((question) => question * 10);
        asked.push({ questions, end: (error) => (error ? reject(error) : resolve(answers)) });
      }),
    most,
  );
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { ask, asked, turn };
};

test('a failure is told to those who were asked for, and to nobody after them', async () => {
  const { ask, asked, turn } = heldBack();
  const first = ask(1);
  const later = ask(2);
  asked[0]?.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  asked[1]?.end();
  expect(await later).toBe(20);
});

test('nobody is answered by an ask that was under way before', async () => {
  const { ask, asked, turn } = heldBack();
  const answers = [ask(1), ask(2), ask(1)];
  expect(asked.map(({ questions }) => questions)).toEqual([[1]]);
  asked[0]?.end();
  await turn();
  expect(asked.map(({ questions }) => questions)).toEqual([[1], [2, 1]]);
  asked[1]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 10]);
});

test('no more than the limit go together, and it is idle again afterwards', async () => {
  const { ask, asked, turn } = heldBack(2);
  const answers = [1, 2, 3, 4].map(ask);
  for (let at = 0; at < 3; at += 1) {
    asked[at]?.end();
    await turn();
  }
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  expect(asked.map(({ questions }) => questions)).toEqual([[1], [2, 3], [4]]);
  void ask(5);
  expect(asked.at(-1)?.questions).toEqual([5]);
});
