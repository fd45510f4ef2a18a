import { calls } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { readReply as stepsOfReading } from './read-reply.ts';
import { runNow } from './steps.ts';

type AnyCall = Parameters<typeof stepsOfReading>[0];

const readReply = (call: AnyCall, status: number, body: string) =>
  runNow(stepsOfReading(call, status, body));
const read = (call: AnyCall, answer: unknown) => readReply(call, 200, JSON.stringify(answer));

describe('counts', () => {
  it.each([
    [' 3517\n', 3517],
    ['"42"', 42],
    ['12.7', 12],
  ])('are read from %j', (body, count) => {
    expect(readReply(calls.countReports, 200, body)).toBe(count);
  });

  it.each(['many', '', '<html>', '-3'])('are not guessed from %j', (body) => {
    expect(() => readReply(calls.countReports, 200, body)).toThrowError(
      expect.objectContaining({ code: 'unexpected-answer', status: 200 }),
    );
  });
});

describe('answers that are none', () => {
  it.each([
    [calls.deletePin, '<html></html>'],
    [calls.mobileUsers, '{"users":"none"}'],
    [calls.mobileUsers, '<!doctype html><title>Whoops</title>'],
    [calls.mobileUsers, '{}'],
    [calls.allReports, '{}'],
    [calls.allReports, '{"data":"none"}'],
    [calls.allReports, '[]'],
    [calls.login, '{"message":"Hello"}'],
    [calls.login, '{"token":null,"user":null}'],
    [calls.capabilities, '{"message":"Not Found"}'],
  ])('%# are refused', (call, body) => {
    expect(() => readReply(call, 200, body)).toThrowError(
      expect.objectContaining({ code: 'unexpected-answer', status: 200 }),
    );
  });

  it.each([
    [calls.deletePin, { success: false, message: 'No' }],
    [calls.deletePin, { success: 'false', message: 'No' }],
    [calls.deletePin, { success: 0, message: 'No' }],
    [calls.changeUserStatus, { error: 'No' }],
    [calls.login, { error: 'No' }],
    [calls.pinsByCircle, { success: false, message: 'No', pins: null }],
  ])('that say no with status 200 carry the words of the server: %#', (call, answer) => {
    expect(() => read(call, answer)).toThrowError(
      expect.objectContaining({ status: 200, serverMessage: 'No' }),
    );
  });
});

describe('answers of a change', () => {
  it.each([
    { message: 'Done' },
    { message: 'Done', success: '1' },
    { message: 'Done', status: 1 },
  ])('need no more than a message: %j', (answer) => {
    expect(read(calls.changePinStatus, answer)).toEqual({ success: true, message: 'Done' });
  });

  it.each([
    '',
    'OK',
    '{}',
    '[]',
    'null',
    '{"success":true}',
    '1',
  ])('may say nothing: %j', (body) => {
    expect(readReply(calls.changeUserStatus, 200, body)).toEqual({ success: true, message: '' });
  });

  it('are a page only where the ok status is all that is read', () => {
    const done = { success: true, message: '' };
    expect(readReply(calls.storeRecords, 200, '<html></html>')).toEqual(done);
    expect(() => readReply(calls.changeStatusBulk, 200, '<html></html>')).toThrow();
  });

  it('carry counts only where somebody counted', () => {
    const counts = { stored: '3', updated: 0, unchanged: '0', unassignable: 0 };
    const some = { success: true, message: 'Done', stored: 3 };
    expect(read(calls.storeRecords, some)).toEqual({ success: true, message: 'Done' });
    expect(read(calls.storeRecords, { ...some, ...counts })).toMatchObject({ stored: 3 });
  });
});

const lenientReport = {
  id: '7',
  username: 'ali.raza',
  user_name: null,
  circle: 'Model Town',
  pin: 1234,
  floors_num: '2',
  basement: 1,
  Store_front: '0',
  land_area: '1,250.5',
  covered_area: '',
  latitude: '31.5',
  longitude: '-74.3',
  capture_time: '05/11/2026 10:00:00',
  resubmission: 'No',
  picture_path: '',
};

describe('leniently written answers', () => {
  it('keep a null that has a meaning of its own, and what is not there', () => {
    const [never, unknown] = (
      read(calls.mobileUsers, {
        users: [
          { id: 1, username: 'a', last_seen: null },
          { id: 2, username: 'b' },
        ],
      }) as { users: { last_seen?: string | null }[] }
    ).users;
    expect([never?.last_seen, unknown?.last_seen]).toEqual([null, undefined]);
  });

  it('reports', () => {
    const answer = { data: [lenientReport, null], total: '1', last_page: 1, current_page: '1' };
    expect(read(calls.allReports, answer)).toMatchObject({
      total: 1,
      current_page: 1,
      data: [
        {
          id: '7',
          user_name: '',
          user_phone: '',
          pin: '1234',
          floors_num: 2,
          basement: true,
          Store_front: false,
          land_area: 1250.5,
          covered_area: null,
          longitude: -74.3,
          submission_time: '',
          resubmission: null,
          picture_path: null,
        },
      ],
    });
  });

  it.each([
    ['1', 1],
    [0, 0],
    ['0', 0],
    [true, 1],
    ['No', 0],
    ['', null],
    [null, null],
  ])('resubmission %j', (resubmission, mark) => {
    const expected = resubmission === 'No' ? null : mark;
    expect(
      read(calls.reportMultiple, { data: [{ ...lenientReport, resubmission }] }),
    ).toMatchObject({
      data: [{ resubmission: expected }],
    });
  });

  it('lists that are null, numbered objects, or hold null', () => {
    expect(read(calls.mobileUsers, { users: null })).toEqual({ users: [] });
    expect(read(calls.pinsByCircle, { pins: null })).toEqual({ pins: [] });
    const circles = { 0: 'Model Town', 2: 12, 5: null };
    expect(read(calls.circlesForUser, { circles })).toEqual({ circles: ['Model Town', '12'] });
  });

  it('all records as the literal call answers them, and nothing as options', () => {
    expect(read(calls.allReportsNoPagination, { data: null })).toEqual({ data: [] });
    expect(read(calls.allReportsNoPagination, { data: [lenientReport] })).toMatchObject({
      data: [{ pin: '1234' }],
    });
  });

  it('users and pins; what is left out is active and not used (spec 4)', () => {
    const { users } = read(calls.mobileUsers, {
      users: [
        { id: '3', username: 'a', status: '0' },
        { id: 4, username: 'b', status: 1 },
        { id: 5, username: 'c' },
      ],
    }) as { users: object[] };
    expect(users).toMatchObject([
      { id: '3', name: '', cnic: '', status: false },
      { id: 4, status: true },
      { id: 5, status: true },
    ]);
    const pins = [
      { id: '1', pin: 12, status: '1' },
      { id: 2, pin: '13', status: false },
      { id: 3 },
    ];
    expect(read(calls.pinsByCircle, { pins })).toMatchObject({
      pins: [
        { pin: '12', status: 1, Road: '' },
        { pin: '13', status: 0 },
        { pin: '', status: 0 },
      ],
    });
  });

  it('a login that tells role and name only', () => {
    const answer = { token: 'abc', user: { role_id: '1', name: 'Amina' } };
    expect(read(calls.login, answer)).toMatchObject({
      token: 'abc',
      user: { role_id: 1, name: 'Amina' },
    });
  });
});
