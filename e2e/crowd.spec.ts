// Random concurrent changes by everybody; every phone's list stays right.
import { expect, test } from './product.ts';
import { crowd } from './soak/crowd.ts';

test('random administrators and phones at once: every phone ends with the list that is there, nothing fails, nothing waits in a ring', async () => {
  test.setTimeout(240_000);
  const { answers, acknowledged, failed, stale, lost, doubled, wrong, deadlocks } = await crowd({
    seed: 'short',
    goesOn: (rounds) => rounds < 3,
  });
  expect({ failed, stale, lost, doubled, wrong, deadlocks }).toEqual({
    failed: [],
    stale: [],
    lost: [],
    doubled: [],
    wrong: [],
    deadlocks: 0,
  });
  expect(acknowledged).toBeGreaterThan(0);
  const kinds = new Set(Object.keys(answers).map((key) => key.split(' ')[0]));
  for (const call of ['storeRecords', 'storeCirclePins', 'addPin', 'undoActivity', 'devicePins'])
    expect(kinds).toContain(call);
});
