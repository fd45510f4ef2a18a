import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';
import { AddPinForm } from './add-pin-form.tsx';

it('the message of a refusal goes with the next attempt', async () => {
  await serveCalls({
    addPin: () => {
      throw new Refusal(409, 'Pin already exists in this circle');
    },
  });
  startSession({ token: 'of-amina', user: {} });
  const listed = { username: 'ali.raza', circle: 'Model Town' };
  const { user } = await renderAt('/Pins', () => <AddPinForm listed={listed} onClose={() => {}} />);
  for (const label of [/^Pin/, /^Rating Area/, /^Locality/, /^Street Address/, /^Owner Name/])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: '77' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Pin already exists in this circle')).toBeDefined();

  await user.clear(screen.getByLabelText(/^Locality/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Locality is required')).toBeDefined();
  expect(screen.queryByText('Pin already exists in this circle')).toBeNull();
});
