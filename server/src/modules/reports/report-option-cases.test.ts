import { calls, parseDay } from '@survey/contract';
import { optionsOfCases, reportsForOptions } from '@survey/contract/report-options.cases';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, report } from '../../testing/report-factory.ts';

const server = setUpTestServer();

/** Karachi is five hours ahead of UTC all year. */
const instant = (written: string) =>
  new Date(`${parseDay(written.slice(0, 10))}T${written.slice(11)}+05:00`);

test('offers what the console offers for the same reports', async () => {
  await insertReports(
    server.database,
    reportsForOptions.map((given) =>
      report({ ...given, capture_time: instant(given.capture_time) }),
    ),
  );
  const { text } = await server.call(
    calls.allReportsNoPagination,
    { query: { view: 'options' } },
    server.administrator.token,
  );
  const { review, ...options } = JSON.parse(text).options;
  expect(options).toEqual(optionsOfCases);
  expect(review).toEqual([
    { value: 'new', count: 9 },
    { value: 'in_question', count: 0 },
    { value: 'sent_back', count: 1 },
    { value: 'accepted', count: 0 },
    { value: 'accepted_unseen', count: 0 },
  ]);
});
