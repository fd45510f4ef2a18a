// Replies of spec 7 in whatever typing a backend of another make may give them.
import { calls, done, reportColumns } from '@survey/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { asWritten } from './lenient.ts';
import { readReply } from './read-reply.ts';
import { runNow } from './steps.ts';

type AnyCall = Parameters<typeof readReply>[0];

const read = (call: AnyCall, answer: unknown) =>
  runNow(readReply(call, 200, JSON.stringify(answer))) as Record<string, unknown>;

/** Any typing of one value. */
const typing = fc.oneof(
  fc.constantFrom(
    ...[null, true, false, 0, 1, 2, -1, 1.5, '0', '1', 'true', 'false', 'Yes', 'no', 'No', ''],
    ...[' ', '-', 'N/A', 'null', 'G+2', '12 marla', '1,250.5', '1,25,000', '1e400', '0x10', '٣'],
    ...['0000-00-00 00:00:00', '25/03/2024', '<b>', '"', '\\', '\u0000', 'u-7', [], {}, [null]],
    ...[[[]], { $oid: '1' }, 1e21, 2 ** 53, '12345678901234567890', 'Pending'],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const rowOf = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, typing])), { requiredKeys: [] });

const listOf = (fields: readonly string[]) => {
  const rows = fc.array(fc.oneof({ weight: 9, arbitrary: rowOf(fields) }, typing), {
    maxLength: 8,
  });
  return fc.oneof(
    { weight: 6, arbitrary: rows },
    { weight: 1, arbitrary: rows.map((items) => ({ ...items })) },
    { weight: 1, arbitrary: typing },
  );
};

const doneReply = rowOf(['success', 'message', 'error', 'errors', 'status', 'code', 'said']);
const reports = listOf([...reportColumns, 'was_assigned', 'as_written']);
const names = fc.oneof(fc.array(typing, { maxLength: 8 }), typing);
const withOthers = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...fields, message: typing, success: typing, errors: typing }, { requiredKeys: [] });

const user = ['id', 'username', 'name', 'email', 'phonenumber', 'cnic', 'created_at'];
const pin = ['id', 'pin', 'ratingarea', 'Locality', 'Block', 'Street_Address', 'OwnerName'];

/** The replies of spec 7 by call. */
const replies: Record<string, [AnyCall, fc.Arbitrary<unknown>]> = {
  login: [calls.login, withOthers({ token: typing, user: rowOf(['role_id', 'name', 'id']) })],
  'all-reports': [
    calls.allReports,
    withOthers({ data: reports, total: typing, last_page: typing, current_page: typing }),
  ],
  'all-reports-no-pagination': [calls.allReportsNoPagination, withOthers({ data: reports })],
  'all-reports-export': [calls.allReportsExport, withOthers({ data: reports })],
  'report-multiple': [calls.reportMultiple, withOthers({ data: reports })],
  users: [
    calls.mobileUsers,
    withOthers({ users: listOf([...user, 'designation', 'status', 'pins_total', 'last_seen']) }),
  ],
  circles: [calls.circlesForUser, withOthers({ circles: names })],
  'circles-assigned-to-user': [calls.circlesAssignedToUser, withOthers({ circles: names })],
  'pins-by-circle': [calls.pinsByCircle, withOthers({ pins: listOf([...pin, 'Road', 'status']) })],
  logout: [calls.logout, doneReply],
  'change-pin-status': [calls.changePinStatus, doneReply],
  signup: [calls.mobileSignup, doneReply],
  'change-user-status': [calls.changeUserStatus, doneReply],
  'delete-user': [calls.deleteUser, doneReply],
  'store-records': [calls.storeRecords, doneReply],
  'store-circle-pins': [calls.storeCirclePins, doneReply],
  'replace-circle-pins': [calls.replaceCirclePins, doneReply],
  'delete-circle': [calls.deleteCircle, doneReply],
  'add-pin': [calls.addPin, doneReply],
  'delete-pin': [calls.deletePin, doneReply],
  'transfer-pins': [calls.transferPins, doneReply],
  'change-status-bulk': [calls.changeStatusBulk, doneReply],
};

/** The reply, or undefined where it is refused in the one way a screen knows; anything else is thrown. */
const readOrRefuse = (call: AnyCall, body: string): unknown => {
  try {
    return runNow(readReply(call, 200, body));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 200) throw error;
    return undefined;
  }
};

/** As a template writes it; a value whose own `toString` is none cannot be written so. */
const asText = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return '[object Object]';
  }
};

describe('random typings', () => {
  it.each(Object.entries(replies))('of %s are read or refused', (_name, [call, reply]) => {
    const { schema } = call.reply;
    const isChange = reply === doneReply;
    const property = fc.property(fc.oneof({ weight: 9, arbitrary: reply }, typing), (answer) => {
      const found = readOrRefuse(call, JSON.stringify(answer));
      // Whatever is read has the types that the screens are written for.
      const isTyped = widened(found, schema) || (isChange && widened(found, done));
      if (found !== undefined) expect(isTyped).toBe(true);
    });
    fc.assert(property, { numRuns: 150, examples: [[{ errors: { '': { toString: null } } }]] });
  });

  it('of counts are a whole number or refused', () => {
    const counts = [calls.countMobileUsers, calls.countReports, calls.countRecords];
    const property = fc.property(fc.oneof(typing, fc.string()), (answer) => {
      for (const call of counts) {
        const bodies = [asText(answer), JSON.stringify(answer)];
        for (const found of bodies.map((body) => readOrRefuse(call, body))) {
          if (found !== undefined) expect(Number.isInteger(found) && Number(found) >= 0).toBe(true);
        }
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});

/** True where the value is as the schema says, its ids and kept texts aside: these are as they came. */
const widened = (value: unknown, schema: unknown): boolean => {
  if (value === undefined) return false;
  const plain = JSON.parse(
    JSON.stringify(value, (key, one) => {
      if (key === 'as_written') return undefined;
      return key === 'id' && (one === null || typeof one === 'string') ? 0 : one;
    }),
  );
  return (schema as { safeParse: (one: unknown) => { success: boolean } }).safeParse(plain).success;
};

/** The same record as backends in the manner of Laravel and MySQL write it. */
const typings: ((at: number) => Record<string, unknown>)[] = [
  (at) => ({
    id: String(at),
    floors_num: `${at % 4}`,
    land_area: `${at % 900}.00`,
    latitude: '31.52',
    longitude: '74.35',
    basement: '1',
    Store_front: '0',
    resubmission: 'No',
  }),
  (at) => ({ id: at, basement: at % 2, Store_front: 0, floors_num: null, comments: null }),
  (at) => ({ id: `u-${at}`, floors_num: 'G+2', land_area: '12 marla', basement: 'partly' }),
];

const recordOf = (at: number) => ({
  username: 'ali.raza',
  circle: 'Model Town',
  pin: 1000 + at,
  capture_time: '05/11/2026 10:00:00',
  ...typings[at % typings.length]?.(at),
});

describe('large lists', () => {
  it('of 200 000 records of all typings are read, each row once, in thousands of steps', () => {
    const count = 200_000;
    const body = JSON.stringify({ data: Array.from({ length: count }, (_, at) => recordOf(at)) });
    const steps = readReply(calls.reportMultiple, 200, body);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    const { data } = step.value as { data: { id: unknown; floors_num: unknown }[] };
    expect(data).toHaveLength(count);
    expect(data.slice(3, 6).map(({ id }) => id)).toEqual(['3', 4, 'u-5']);
    expect(data.slice(3, 6).map(({ floors_num }) => floors_num)).toEqual([3, null, null]);
    // 64 KB of JSON or 250 rows in a step: a few ms each.
    expect(pauses).toBeGreaterThan(count / 250 + body.length / 100_000);
  }, 180_000);

  it('35 000 pins whose statuses are words are all read', () => {
    const pins = Array.from({ length: 35_000 }, (_, at) => ({ id: `p${at}`, status: 'Pending' }));
    expect((read(calls.pinsByCircle, { pins }).pins as unknown[]).length).toBe(35_000);
  });
});

it('an object whose text cannot be had is read like any other', () => {
  const odd = Object.fromEntries(
    reportColumns.map((column) => [column, { toString: 0, toJSON: 1 }]),
  );
  const { data } = read(calls.reportMultiple, { data: [odd] }) as { data: object[] };
  expect(data).toHaveLength(1);
});

describe('what cannot be read', () => {
  const reportWith = (fields: object) => {
    const { data } = read(calls.reportMultiple, { data: [{ pin: 7, ...fields }] });
    return (data as Record<string, unknown>[])[0] ?? {};
  };

  it.each([
    ['floors_num', 'G+2', null],
    ['land_area', '12 marla', null],
    ['land_area', '0x10', null],
    ['covered_area', '-', null],
    ['latitude', '31°31\'13"N', null],
    ['basement', 'partly', false],
    ['Store_front', 2, false],
    ['resubmission', 'perhaps', null],
  ])('in %s is kept as it came: %j', (field, came, meant) => {
    const report = reportWith({ [field]: came });
    expect(report[field]).toBe(meant);
    expect(asWritten(report, field)).toBe(String(came));
  });

  it.each([
    ['resubmission', 'No'],
    ['floors_num', ' 2 '],
    ['land_area', '1,250.5'],
    ['covered_area', ''],
    ['basement', null],
    ['comments', ['a', 'list']],
  ])('is not kept where it has a meaning: %s %j', (field, came) => {
    expect(asWritten(reportWith({ [field]: came }), field)).toBeUndefined();
  });

  it('is the status of a pin that is neither 0 nor 1: that pin is not used, the others stay', () => {
    const pins = [
      { id: 1, pin: 'A', status: 'Pending' },
      { id: 2, pin: 'B', status: '1' },
    ];
    const { pins: found } = read(calls.pinsByCircle, { pins }) as { pins: { status: number }[] };
    expect(found.map(({ status }) => status)).toEqual([0, 1]);
    expect(asWritten(found[0] ?? {}, 'status')).toBe('Pending');
  });
});

describe('ids', () => {
  it.each([
    '7',
    '007',
    'u-7',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    0,
    -3,
    7,
  ])('stay as they came: %j', (id) => {
    expect(read(calls.mobileUsers, { users: [{ id, username: 'a' }] })).toMatchObject({
      users: [{ id }],
    });
  });

  it.each([
    null,
    '',
    ' ',
    true,
    [1],
    { $oid: '1' },
    undefined,
  ])('are none where they name nothing: %j', (id) => {
    expect(read(calls.mobileUsers, { users: [{ id, username: 'a' }] })).toMatchObject({
      users: [{ id: null }],
    });
  });

  it('are none where JavaScript would make another number of them', () => {
    const body = '{"users":[{"id":12345678901234567890,"username":"a"}]}';
    expect(runNow(readReply(calls.mobileUsers, 200, body))).toMatchObject({
      users: [{ id: null }],
    });
  });
});

describe('refusals with status 200', () => {
  it.each([
    { errors: { email: ['is taken'] } },
    { errors: ['no'] },
    { status: 'error', message: 'No' },
    { error: true, message: 'No' },
    { success: '0' },
  ])('are no success: %j', (answer) => {
    expect(() => read(calls.mobileSignup, answer)).toThrowError(
      expect.objectContaining({ status: 200 }),
    );
  });

  it.each([
    { errors: [], message: 'Done' },
    { errors: null, message: 'Done' },
    { error: '', message: 'Done' },
    { error: false, message: 'Done' },
    { status: 1, message: 'Done' },
    { success: true, errors: { email: ['is odd'] }, message: 'Done' },
  ])('are not seen in a success: %j', (answer) => {
    expect(read(calls.mobileSignup, answer)).toEqual({ success: true, message: 'Done' });
  });
});
