import type { MobileUser } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';
import { AssignPage } from './assign-page.tsx';
import { matchingCircles } from './find-user-circles.ts';

const ali: MobileUser = {
  id: 2,
  username: 'ali.raza',
  name: 'Ali Raza',
  email: 'ali@example.org',
  phonenumber: '03001234567',
  cnic: '35202-1234567-1',
  created_at: '2026-03-10T09:00:00.000Z',
  designation: 'Surveyor',
  status: true,
};

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('a literal backend has no columns and no search of what it does not answer', async () => {
  await serveCalls({
    capabilities: () => {
      throw new Refusal(404, 'Not found');
    },
    mobileUsers: () => ({ users: [ali] }),
  });
  startSession({ token: 'of-amina', user: {} });
  await renderAt('/assign', AssignPage);
  expect(await screen.findByText('1 user')).toBeDefined();
  expect(headers()).toEqual(['Username', 'Actions']);
  expect(screen.getByLabelText('Search users')).toBeDefined();
});

it('our own server answers circles and pins with the users', async () => {
  await serveCalls({
    userCircles: () => ({
      users: [
        {
          id: 2,
          username: 'ali.raza',
          name: 'Ali Raza',
          status: true,
          circles: [{ circle: 'Model Town', used: 3, total: 8 }],
        },
      ],
    }),
  });
  startSession({ token: 'of-amina', user: {} });
  await renderAt('/assign', AssignPage);
  await waitFor(() =>
    expect(headers()).toEqual(['Username', 'Circles', 'Pins USED / all', 'Actions']),
  );
  expect(screen.getByLabelText('Search users and circles')).toBeDefined();
});

it('a search for a circle shows which circle it matched', async () => {
  const circles = ['Model Town', 'Johar Town', 'Saddar'].map((circle) => ({
    circle,
    used: 0,
    total: 1,
  }));
  await serveCalls({
    userCircles: () => ({
      users: [{ id: 2, username: 'ali.raza', name: 'Ali Raza', status: true, circles }],
    }),
  });
  startSession({ token: 'of-amina', user: {} });
  await renderAt('/assign?search=town', AssignPage);
  await waitFor(() => expect(headers()).toContain('Matching circles'));
  expect(matchingCircles({ username: 'a', name: 'A', isActive: true, circles }, ' TOWN ')).toEqual([
    'Model Town',
    'Johar Town',
  ]);
});

it('a visitor is asked to sign in, not told that there are no users', async () => {
  await renderAt('/assign', AssignPage);
  expect(await screen.findByText('Sign in to see the users')).toBeDefined();
  expect(screen.queryByText('No users found')).toBeNull();
});
