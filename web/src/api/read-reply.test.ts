import { calls } from '@survey/contract';
import { expect, it } from 'vitest';
import { readReply } from './read-reply.ts';

it('reads counts written as plain text', () => {
  expect(readReply(calls.countReports, 200, ' 3517\n')).toBe(3517);
});

it.each([
  [calls.countReports, 'many'],
  [calls.countReports, ''],
  [calls.deletePin, '<html></html>'],
  [calls.mobileUsers, '{"users":"none"}'],
])('refuses an answer that is not what the call promises', (call, body) => {
  expect(() => readReply(call, 200, body)).toThrowError(
    expect.objectContaining({ code: 'unexpected-answer', status: 200 }),
  );
});
