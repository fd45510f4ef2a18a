// The time zone that an operation keeps, in databases of every version.
import { expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { submissionFields, submit } from '../testing/submissions.ts';
import { testTimeZone } from '../testing/test-database.ts';
import { operationState, settleTimeZone } from './operation-state.ts';

const server = setUpTestServer();

test('a new database takes TIME_ZONE, or UTC', () => {
  const nothing = { isThere: false, zone: undefined, hasReports: false };
  expect(settleTimeZone(nothing, undefined)).toBe('UTC');
  expect(settleTimeZone(nothing, 'Asia/Karachi')).toBe('Asia/Karachi');
});

test('an operation without reports may still choose', () => {
  const empty = { isThere: true, zone: 'UTC', hasReports: false };
  expect(settleTimeZone(empty, undefined)).toBe('UTC');
  expect(settleTimeZone(empty, 'Asia/Karachi')).toBe('Asia/Karachi');
});

test('an operation with reports keeps its zone: unset takes it, another one is refused with the command', () => {
  const counted = { isThere: true, zone: 'Asia/Kolkata', hasReports: true };
  expect(settleTimeZone(counted, undefined)).toBe('Asia/Kolkata');
  // Another name of the same zone.
  expect(settleTimeZone(counted, 'Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(() => settleTimeZone(counted, 'Asia/Karachi')).toThrow(ConfigError);
  expect(() => settleTimeZone(counted, 'Asia/Karachi')).toThrow(
    'npm run rollups -- change-zone Asia/Karachi',
  );
});

test('it is read from the database', async () => {
  const url = server.database.url;
  expect(await operationState(url)).toEqual({
    isThere: true,
    zone: testTimeZone,
    hasReports: false,
  });
  const ali = await server.addSurveyor('ali');
  expect((await submit(server, ali.token, submissionFields({ pin: '1' }))).status).toBe(200);
  expect((await operationState(url)).hasReports).toBe(true);
});
