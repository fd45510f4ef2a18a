import { expect, it } from 'vitest';
import { checkLogin } from './check-login.ts';

it.each([
  ['', '', { email: 'Email is required', password: 'Password is required' }],
  ['   ', 'secret', { email: 'Email is required' }],
  ['someone', 'secret', { email: 'Please enter a valid email' }],
  ['a@b.org', '12345', { password: 'Password must be at least 6 characters' }],
  ['a@b.org', '123456', {}],
])('checks %j with password %j', (email, password, errors) => {
  expect(checkLogin({ email, password })).toEqual(errors);
});
