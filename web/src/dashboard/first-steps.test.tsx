import type { MobileUser } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
import { serveCalls } from '../testing/serve-calls.ts';
import { dashboardCounts } from './counts.ts';
import { FirstSteps } from './first-steps.tsx';

const counted = (value: number) => ({ value, hasFailed: false });

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
  last_seen: null,
  pins_total: 8,
};

const render = (users: MobileUser[], [total, surveyed]: [number, number]) => {
  const counts = dashboardCounts(counted(users.length), counted(surveyed), counted(total));
  return serveCalls({ mobileUsers: () => ({ users }) }).then(() =>
    renderAt('/dashboard', () => (
      <>
        <p>shown</p>
        <FirstSteps counts={counts} />
      </>
    )),
  );
};

it('an empty console leads from the list to a phone', async () => {
  await render([], [0, 0]);
  expect(await screen.findByText('Upload the parcel list')).toBeDefined();
  expect(screen.getAllByLabelText('To do')).toHaveLength(4);
  expect(screen.getByText(/\/survey\/ on it and sign in/)).toBeDefined();
});

it('what is done is marked', async () => {
  await render([ali], [8, 0]);
  await waitFor(() => expect(screen.getAllByLabelText('Done')).toHaveLength(3));
  expect(screen.getAllByLabelText('To do')).toHaveLength(1);
});

it('an operation with reports needs no first steps', async () => {
  await render([], [8, 3]);
  expect(await screen.findByText('shown')).toBeDefined();
  expect(screen.queryByText('First steps')).toBeNull();
});
