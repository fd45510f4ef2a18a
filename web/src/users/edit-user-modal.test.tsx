import type { calls, HandlerInput, MobileUser } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
import { serveCalls } from '../testing/serve-calls.ts';
import { EditUserModal } from './edit-user-modal.tsx';

const ali: MobileUser = {
  id: 2,
  username: 'ali.raza',
  name: 'Ali Raza',
  email: 'ali@example.org',
  phonenumber: '03001234567',
  cnic: '35202-1234567-1',
  created_at: '2026-03-10T21:00:00.000Z',
  designation: 'Surveyor',
  status: true,
};

const openForm = async () => {
  const bodies: HandlerInput<typeof calls.editUser>['body'][] = [];
  await serveCalls({
    editUser: ({ body }) => {
      bodies.push(body);
      return { success: true, message: 'Done' };
    },
    checkUsername: ({ query }) => ({
      alike: query.username === 'ali.raz\u0430' ? ['ali.raza'] : [],
    }),
  });
  const Edit = () => <EditUserModal user={ali} onClose={() => {}} />;
  const { user } = await renderAt('/mobile-users', Edit);
  const type = async (label: RegExp, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  const save = async () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { user, bodies, type, save };
};

it('sends what was changed, with what was there, and nothing that somebody else may have changed', async () => {
  const { bodies, type, save } = await openForm();
  await type(/^Full Name/, 'Ali Raza Khan');
  await save();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toEqual({ user_id: 2, name: 'Ali Raza Khan', seen: { name: 'Ali Raza' } });
});

it('asks before a username that looks like another one', async () => {
  const { user, bodies, type, save } = await openForm();
  await type(/^Username/, 'ali.raz\u0430');
  await save();
  const question = await screen.findByRole('dialog', { name: 'A username that looks alike' });
  expect(question.textContent).toContain('looks like "ali.raza", which is another user.');
  await user.click(screen.getByRole('button', { name: 'Use it all the same' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ username: 'ali.raz\u0430', seen: { username: 'ali.raza' } });
});
