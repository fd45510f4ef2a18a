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
  expect(JSON.parse(text).options).toEqual(optionsOfCases);
});
