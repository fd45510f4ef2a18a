import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { endSession, startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { serveCalls } from '../testing/serve-calls.ts';
import { CreateUserModal } from './create-user-modal.tsx';

const openForm = () =>
  renderAt('/mobile-users', () => (
    <CreateUserModal isOpen onClose={() => {}} onCreated={() => {}} />
  ));
const field = async (label: RegExp) => (await screen.findByLabelText(label)) as HTMLInputElement;

it('what was typed when the session ended is there after signing in again, for the same person', async () => {
  await serveCalls({});
  startSession({ token: 'one', user: { id: 1 } });
  await openForm();
  fireEvent.change(await field(/^Username/), { target: { value: 'sana.khan' } });
  fireEvent.change(await field(/^Password/), { target: { value: 'field-2026' } });
  endSession('Your session has ended.');
  cleanup();

  startSession({ token: 'two', user: { id: 2 } });
  await openForm();
  expect((await field(/^Username/)).value).toBe('');
  cleanup();

  startSession({ token: 'three', user: { id: 1 } });
  await openForm();
  expect((await field(/^Username/)).value).toBe('sana.khan');
  expect((await field(/^Password/)).value).toBe('');
  // Signing out keeps nothing.
  endSession();
  cleanup();
  startSession({ token: 'four', user: { id: 1 } });
  await openForm();
  expect((await field(/^Username/)).value).toBe('');
});
