import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { serveCalls } from '../testing/serve-calls.ts';
import { UnitModal } from './unit-modal.tsx';

const unit = {
  circle: 'Model Town',
  pin: '0001',
  ratingarea: 'A',
  Locality: 'Block C',
  Block: 'C',
  Street_Address: 'House 1',
  OwnerName: 'Sana',
  Road: '',
};

const serve = async (reports: number) => {
  const sent: unknown[] = [];
  await serveCalls({
    unitDetails: () => ({
      ...unit,
      lists: [{ username: 'ali.raza', status: 1 as const }],
      reports,
      current_reports: reports,
    }),
    correctUnit: ({ body }) => {
      sent.push(body);
      return { success: true, message: 'PIN 0001 is corrected.' };
    },
  });
  startSession({ token: 'of-amina', user: {} });
  const { user } = await renderAt('/Pins', () => (
    <UnitModal unit={{ circle: 'Model Town', pin: '0001' }} onClose={() => {}} />
  ));
  return { sent, user };
};

it('shows what hangs on the unit and sends only what was changed', async () => {
  const { sent, user } = await serve(0);
  expect(await screen.findByText(/It is on the list of ali\.raza, 1 USED\./)).toBeDefined();
  const owner = screen.getByLabelText('Owner Name');
  await user.clear(owner);
  await user.type(owner, 'Nadia');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ circle: 'Model Town', pin: '0001', OwnerName: 'Nadia' }]),
  );
});

it('the PIN stays while reports carry it', async () => {
  await serve(2);
  const pin = (await screen.findByLabelText('Pin')) as HTMLInputElement;
  expect(pin.disabled).toBe(true);
  expect(screen.getByText(/Reports carry this number/)).toBeDefined();
});
