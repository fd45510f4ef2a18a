import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { Refusal, serveCalls } from '../testing/serve-calls.ts';
import { AddPinForm } from './add-pin-form.tsx';

/** The form with its fields filled in. */
const fillForm = async (pin: string, onClose = () => {}) => {
  startSession({ token: 'of-amina', user: {} });
  const listed = { username: 'ali.raza', circle: 'Model Town' };
  const { user } = await renderAt('/Pins', () => <AddPinForm listed={listed} onClose={onClose} />);
  for (const label of [/^Pin/, /^Rating Area/, /^Locality/, /^Street Address/, /^Owner Name/])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: '77' } });
  fireEvent.change(screen.getByLabelText(/^Pin/), { target: { value: pin } });
  return { user };
};

it('the message of a refusal goes with the next attempt', async () => {
  await serveCalls({
    addPin: () => {
      throw new Refusal(409, 'Pin already exists in this circle');
    },
  });
  const { user } = await fillForm('77');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Pin already exists in this circle')).toBeDefined();

  await user.clear(screen.getByLabelText(/^Locality/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Locality is required')).toBeDefined();
  expect(screen.queryByText('Pin already exists in this circle')).toBeNull();
});

it('a range is asked about once, and told once; what is on the list already holds up nothing', async () => {
  const asked: unknown[] = [];
  const added: string[] = [];
  await serveCalls({
    checkPin: ({ query }) => {
      asked.push(query);
      return { fits: false, examples: ['0001'], twins: [] };
    },
    addPin: ({ body }) => {
      if (body.pin === 'W2')
        throw new Refusal(409, 'Pin already exists in this circle', 'pin-exists');
      added.push(body.pin);
      return {
        message: `Pin ${body.pin} added successfully`,
        undo_entry: added.length,
        success: true,
        id: 1,
      };
    },
  });
  let isClosed = false;
  const { user } = await fillForm('W1 - W3', () => {
    isClosed = true;
  });
  // A double click.
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Add 3 pins' }));
  await user.click(await screen.findByRole('button', { name: 'Add W1 - W3 all the same' }));
  expect(await screen.findByText('2 pins added successfully')).toBeDefined();
  expect(screen.getByText('On the list already: W2')).toBeDefined();
  expect(asked).toEqual([{ circle: 'Model Town', pin: 'W1', last: 'W3' }]);
  expect(added).toEqual(['W1', 'W3']);
  expect(isClosed).toBe(true);
});
