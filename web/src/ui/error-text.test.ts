import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { errorText, fieldLines, reasonText } from './error-text.ts';

describe('errorText', () => {
  it("prefers the server's words to those of spec 8", () => {
    expect(errorText(new ApiError({ status: 409, serverMessage: 'Taken' }), 'Failed')).toBe(
      'Taken',
    );
    expect(errorText(new ApiError({ status: 500 }), 'Failed')).toBe('Failed');
    expect(errorText(new TypeError('x is not a function'), 'Failed')).toBe('Failed');
  });
});

it('writes the lines of a 422 as spec 5 asks', () => {
  expect(fieldLines({ email: ['is taken', 'is odd'], cnic: ['is taken'] })).toEqual([
    'email: is taken, is odd',
    'cnic: is taken',
  ]);
});

it('gives a reason for every failure', () => {
  expect(reasonText(new ApiError({ status: 409, serverMessage: 'Taken' }))).toBe('Taken');
  expect(reasonText(new ApiError({}))).toBe('The server cannot be reached.');
  expect(reasonText(new ApiError({ status: 502 }))).toBe('The server answered 502.');
  expect(reasonText(new ApiError({ status: 200, code: 'unexpected-answer' }))).toBe(
    'The answer of the server cannot be read.',
  );
  expect(reasonText(new TypeError('x is not a function'))).toBe('x is not a function');
  expect(reasonText('stopped')).toBe('stopped');
});
