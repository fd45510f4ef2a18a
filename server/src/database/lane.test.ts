// The order of reads in the lane.
import { afterEach, expect, test, vi } from 'vitest';
import { type LaneBounds, openLane } from './lane.ts';

const bounds: LaneBounds = {
  places: 3,
  placesOfOne: 2,
  waiting: 6,
  waitingOfOne: 4,
  waitMs: 60_000,
};
const staying = new AbortController().signal;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Reads of a lane, and the order in which they entered. */
const open = (changed: Partial<LaneBounds> = {}) => {
  const lane = openLane({ ...bounds, ...changed });
  const entered: string[] = [];
  const places = new Map<string, () => void>();
  const enter = (name: string, signal = staying) =>
    lane.enter(name[0] as string, signal).then((leave) => {
      entered.push(name);
      places.set(name, leave);
    });
  const leave = async (name: string) => {
    places.get(name)?.();
    await turn();
  };
  return { lane, entered, enter, leave };
};

afterEach(() => {
  vi.useRealTimers();
});

test('one person never has more than the limit of places, though others are free', async () => {
  const { entered, enter, leave } = open();
  for (const name of ['a1', 'a2', 'a3']) void enter(name);
  await turn();
  expect(entered).toEqual(['a1', 'a2']);
  await enter('b1');
  await leave('a2');
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('who wait take turns by person, however many one of them has waiting', async () => {
  const { entered, enter, leave } = open({ places: 1, placesOfOne: 1 });
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void enter(name);
  await turn();
  const turns = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'];
  for (const name of turns) await leave(name);
  expect(entered).toEqual(turns);
});

test('one person is refused with 429, everybody with 503, and nobody waits for ever', async () => {
  const { lane, enter } = open({ places: 1, placesOfOne: 1, waitMs: 300 });
  await enter('a1');
  const late = ['a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((name) => enter(name));
  await expect(enter('a6')).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  await expect(enter('c1')).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  expect(lane.waitingCount).toBe(6);
  for (const one of await Promise.allSettled(late)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { status: 503, retryAfter: 5 } });
  }
  expect(lane.waitingCount).toBe(0);
});

test('who leaves while waiting stands in nobody’s way', async () => {
  const { lane, entered, enter, leave } = open({ places: 1, placesOfOne: 1 });
  await enter('a1');
  const leaving = new AbortController();
  const left = enter('b1', leaving.signal);
  void enter('c1');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(enter('b2', leaving.signal)).rejects.toThrow('left');
  expect(lane.waitingCount).toBe(1);
  await leave('a1');
  expect(entered).toEqual(['a1', 'c1']);
});

test('who has long reads has one place until they were idle, others keep theirs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { entered, enter, leave } = open();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name);
  await turn();
  vi.advanceTimersByTime(700);
  for (const name of ['a1', 'a2']) await leave(name);
  expect(entered).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['b1', 'b2']) await enter(name);
  for (const name of ['b1', 'b2', 'a3', 'a4']) await leave(name);
  // Without a pause, also as one who asks anew.
  for (const name of ['a5', 'a6']) void enter(name);
  await turn();
  expect(entered).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'a5']);
  await leave('a5');
  await leave('a6');
  vi.advanceTimersByTime(8000);
  for (const name of ['a7', 'a8']) await enter(name);
  expect(entered.slice(-2)).toEqual(['a7', 'a8']);
});

test('many short reads have all of their places, however long they go on', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { entered, enter, leave } = open();
  for (let round = 0; round < 100; round += 1) {
    for (const name of [`a${round}-1`, `a${round}-2`]) void enter(name);
    await turn();
    vi.advanceTimersByTime(90);
    for (const name of [`a${round}-1`, `a${round}-2`]) await leave(name);
    expect(entered).toHaveLength(2 * (round + 1));
  }
});
