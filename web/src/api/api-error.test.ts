import { describe, expect, it } from 'vitest';
import { errorFromBody, referenceOf } from './api-error.ts';

describe('errorFromBody', () => {
  it('reads the body of our server', () => {
    const body = { message: 'No', error: 'No', code: 'conflict', errors: { pin: ['is taken'] } };
    expect(errorFromBody(409, JSON.stringify(body))).toMatchObject({
      status: 409,
      code: 'conflict',
      serverMessage: 'No',
      errors: { pin: ['is taken'] },
    });
  });

  it('reads a backend that gives only `error`, only `message`, or one message as text', () => {
    expect(errorFromBody(401, '{"error":"No such account"}').serverMessage).toBe('No such account');
    expect(errorFromBody(500, '{"message":"Later"}').serverMessage).toBe('Later');
    expect(errorFromBody(422, '{"errors":{"email":"is taken"}}').errors).toEqual({
      email: ['is taken'],
    });
  });

  it.each([
    '<html>Bad gateway</html>',
    '',
    'null',
    '[]',
    '"text"',
    '{"message":" "}',
  ])('takes no message from %j', (body) => {
    expect(errorFromBody(502, body).serverMessage).toBeUndefined();
  });
});

it('gives a reference for an operator where the server failed, and none where it refused', () => {
  const body = JSON.stringify({ message: 'Later', request_id: 'e3b0c442' });
  expect(referenceOf(errorFromBody(503, body))).toBe('e3b0c442');
  expect(referenceOf(errorFromBody(422, body))).toBeUndefined();
  expect(referenceOf(errorFromBody(502, '<html>'))).toBeUndefined();
  expect(referenceOf(new TypeError('no'))).toBeUndefined();
});
