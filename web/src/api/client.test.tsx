import { calls } from '@survey/contract';
import { expect, it, vi } from 'vitest';
import { serveCalls } from '../testing/serve-calls.ts';
import { ApiError } from './api-error.ts';
import { send } from './client.ts';
import { endSession, startSession } from './session.ts';

it('asks nothing once the session has ended, except how to sign in', async () => {
  const asked = vi.fn(() => ({ users: [] }));
  const login = vi.fn(() => ({
    token: 'of-amina',
    user: { id: 1, role_id: 1, name: 'Amina', username: 'amina', email: 'amina@example.org' },
  }));
  await serveCalls({ mobileUsers: asked, login });
  startSession({ token: 'of-amina', user: {} });
  await send(calls.mobileUsers, {});
  endSession();
  const error = await send(calls.mobileUsers, {}).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBe(401);
  expect(asked).toHaveBeenCalledTimes(1);
  await send(calls.login, { body: { email: 'amina@example.org', password: 'secret-1' } });
  expect(login).toHaveBeenCalledTimes(1);
});
