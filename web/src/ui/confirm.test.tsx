import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '../testing/render-at.tsx';
import { confirm } from './confirm.tsx';

const question = { title: 'Send back', message: 'Send all back?', confirmLabel: 'Send back 3,498' };

it('what touches very much is confirmed by its number alone', async () => {
  const { user } = await renderAt('/report', () => null);
  const answer = confirm({ ...question, touches: 3498 });
  const button = await screen.findByRole('button', { name: 'Send back 3,498' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  const field = screen.getByLabelText('Type 3,498 to confirm');
  await user.type(field, '349');
  expect((button as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByText('That is not the number.')).toBeDefined();
  await user.type(field, '8{Enter}');
  expect(await answer).toBe(true);
});

it('Cancel refuses, and a few are asked for with one press', async () => {
  const { user } = await renderAt('/report', () => null);
  const many = confirm({ ...question, touches: 100 });
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await many).toBe(false);
  await waitFor(() => expect(screen.queryByLabelText('Type 100 to confirm')).toBeNull());
  const few = confirm({ ...question, touches: 99 });
  await user.click(await screen.findByRole('button', { name: 'Send back 3,498' }));
  expect(await few).toBe(true);
});

it('a double click asks once', async () => {
  const { user } = await renderAt('/report', () => null);
  const first = confirm(question);
  expect(await confirm(question)).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'Send back 3,498' }));
  expect(await first).toBe(true);
  const again = confirm(question);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await again).toBe(false);
});

it('a question that a session took with it can be asked again', async () => {
  await renderAt('/report', () => null);
  void confirm(question);
  await screen.findByRole('button', { name: 'Send back 3,498' });
  cleanup();
  const { user } = await renderAt('/report', () => null);
  const again = confirm(question);
  await user.click(await screen.findByRole('button', { name: 'Send back 3,498' }));
  expect(await again).toBe(true);
});
