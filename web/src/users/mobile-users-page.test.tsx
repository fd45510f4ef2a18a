import type { MobileUser } from '@survey/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';
import { EditUserModal } from './edit-user-modal.tsx';
import { MobileUsersPage } from './mobile-users-page.tsx';

const userNamed = (id: number, username: string, status: boolean): MobileUser => ({
  id,
  username,
  name: username,
  email: `${username}@example.org`,
  phonenumber: '03001234567',
  cnic: '35202-1234567-1',
  // Late in the evening in UTC, the next day with the operation.
  created_at: '2026-03-10T21:00:00.000Z',
  designation: 'Surveyor',
  status,
});

const users = [
  userNamed(2, 'ali.raza', true),
  userNamed(3, 'sana.khan', false),
  userNamed(4, 'gul.naz', false),
];

const serveUsers = async () => {
  await serveCalls({
    capabilities: () => ({
      calls: ['editUser'],
      time_zone: 'Asia/Karachi',
      maps_url: null,
      subreport_usernames: [],
      user: { id: 1, role_id: 1, name: 'Amina', username: 'amina', email: 'amina@example.org' },
    }),
    mobileUsers: () => ({ users }),
    editUser: () => {
      throw new Refusal(409, 'That did not work');
    },
  });
  startSession({ token: 'of-amina', user: {} });
};

it('a search does not make blocked users vanish from their count', async () => {
  await serveUsers();
  await renderAt('/mobile-users?search=ali', MobileUsersPage);
  expect(await screen.findByText('1 user')).toBeDefined();
  expect(screen.getByText('0 of 2 users')).toBeDefined();
  expect(screen.getByText('Nobody matches “ali”.')).toBeDefined();
});

it('days are those of the operation', async () => {
  await serveUsers();
  await renderAt('/mobile-users', MobileUsersPage);
  expect((await screen.findAllByText('11/03/2026')).length).toBe(users.length);
});

it('a refusal of the server goes when the form itself refuses', async () => {
  await serveUsers();
  const Edit = () => <EditUserModal user={userNamed(2, 'ali.raza', true)} onClose={() => {}} />;
  const { user } = await renderAt('/mobile-users', Edit);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('That did not work')).toBeDefined();
  await user.clear(screen.getByLabelText(/^Full Name/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Full Name is required')).toBeDefined();
  expect(screen.queryByText('That did not work')).toBeNull();
});
