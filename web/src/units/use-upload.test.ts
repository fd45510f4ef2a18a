import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { failureOf } from './use-upload.ts';

it('a refusal for its size stored nothing, whoever refused', () => {
  expect(failureOf(new ApiError({ status: 413 }))).toMatchObject({
    message: 'Upload failed',
    lines: [expect.stringContaining('larger than the server accepts')],
    isCertain: true,
  });
});

it('a broken answer leaves open what was stored, a refusal without words does not', () => {
  expect(failureOf(new ApiError({ status: 502 }))).toMatchObject({ isCertain: false });
  expect(failureOf(new ApiError({}))).toMatchObject({ isCertain: false });
  expect(failureOf(new ApiError({ status: 403 }))).toMatchObject({ isCertain: true });
});
