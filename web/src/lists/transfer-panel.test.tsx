import type { MobileUser } from '@survey/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';
import { TransferPanel } from './transfer-panel.tsx';

const userNamed = (username: string, name: string, status: boolean): MobileUser => ({
  id: 2,
  username,
  name,
  email: '',
  phonenumber: '',
  cnic: '',
  created_at: '2026-03-10T09:00:00.000Z',
  designation: 'Surveyor',
  status,
});

it('a target is named by what is known of it, and a blocked one is marked', async () => {
  await serveCalls({
    capabilities: () => {
      throw new Refusal(404, 'Not found');
    },
    mobileUsers: () => ({
      users: [
        userNamed('ali.raza', 'Ali Raza', true),
        userNamed('sana.khan', 'Sana Khan', true),
        userNamed('gul.naz', 'Gul Naz', false),
        userNamed('nul', '', false),
        userNamed('plain', '', true),
      ],
    }),
    pinsByCircle: () => ({ pins: [] }),
  });
  startSession({ token: 'of-amina', user: {} });
  const listed = { username: 'ali.raza', circle: 'Model Town' };
  const { user } = await renderAt('/circle', () => (
    <TransferPanel listed={listed} onDone={() => {}} />
  ));
  await user.click(await screen.findByRole('combobox', { name: 'Target user' }));
  const labels = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(labels).toEqual([
    'sana.khan (Sana Khan)',
    'gul.naz (Gul Naz) blocked',
    'nul blocked',
    'plain',
  ]);
});
