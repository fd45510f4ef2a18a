import { calls, reviewStates } from '@survey/contract';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';

const server = setUpTestServer();

const options = async () => {
  const { text, headers } = await server.call(
    calls.allReportsNoPagination,
    { query: { view: 'options' } },
    server.administrator.token,
  );
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  return JSON.parse(text).options;
};

test('before there is any report nothing is offered but the kinds of resubmission', async () => {
  expect(await options()).toEqual({
    land: [],
    name: [],
    circle: [],
    resubmission: [
      { value: 'No', count: 0 },
      { value: '0', count: 0 },
      { value: '1', count: 0 },
    ],
    floors: [],
    review: reviewStates.map((value) => ({ value, count: 0 })),
    users: [],
    largest_land_area: 0,
    largest_covered_area: 0,
  });
});

test('every value offered is counted as the list counts it, in natural order', async () => {
  const stored = await insertReports(server.database, variedReports(200, 11));
  const offered = await options();
  const total = (filters: Parameters<typeof shownReports>[1]) =>
    shownReports(stored, filters).length;
  expect(offered.land.length).toBe(4);
  for (const { value, count } of offered.land) expect(count).toBe(total({ land: [value] }));
  for (const { value, count } of offered.name) expect(count).toBe(total({ name: [value] }));
  expect(offered.circle.length).toBe(4);
  for (const { value, count } of offered.circle) expect(count).toBe(total({ circle: [value] }));
  for (const { value, count } of offered.resubmission) {
    expect(count).toBe(total({ resubmission: [value] }));
  }
  expect(offered.floors.map(({ value }: { value: string }) => value)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '10',
  ]);
  for (const { value, count } of offered.floors)
    expect(count).toBe(total({ floors: [Number(value)] }));
  for (const { username, count } of offered.users)
    expect(count).toBe(total({ username: [username] }));
  expect(offered.users).toHaveLength(4);
  expect(offered.largest_land_area).toBe(1000);
  expect(offered.largest_covered_area).toBe(1000);
});

test('a surveyor is named as in the newest report', async () => {
  await insertReports(server.database, [
    report({
      username: 'nadia',
      user_name: 'Zadia',
      capture_time: new Date('2026-01-01T00:00:00Z'),
    }),
    report({
      username: 'nadia',
      user_name: 'Nadia',
      capture_time: new Date('2026-01-03T00:00:00Z'),
    }),
    report({ username: 'nadia', user_name: 'Old', capture_time: new Date('2026-01-02T00:00:00Z') }),
  ]);
  const { users } = await options();
  expect(users).toContainEqual({ username: 'nadia', name: 'Nadia', count: 3 });
});
