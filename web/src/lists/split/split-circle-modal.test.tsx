import type { ClientInput, calls } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../../api/session.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { Refusal, serveCalls } from '../../testing/serve-calls.ts';
import { SplitCircleModal } from './split-circle-modal.tsx';

type Split = ClientInput<typeof calls.splitCircle>['body'];

const users = ['ali.raza', 'sana.khan'].map((username) => ({
  username,
  name: username,
  isActive: true,
}));
const Dialog = () => <SplitCircleModal users={users} onClose={() => {}} />;

/** Rows of a virtual table are drawn where the test's document has a height. */
const sized = () => {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 600 });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 600 });
};

const place = { latitude: null, longitude: null };

const serve = async (refuse: boolean) => {
  const sent: Split[] = [];
  await serveCalls({
    circleOverview: () => ({ circles: [{ circle: 'Model Town', units: 9, users: 2 }] }),
    circleGroups: () => ({
      groups: ['A', 'B'].map((name) => ({ from: name, to: name, units: 5, left: 4, ...place })),
      more: 0,
      holders: users.map(({ username }) => ({ username, left: 8 })),
    }),
    previewSplit: ({ body }) => ({
      units: 4 * body.shares.length,
      unshared: 8 - 4 * body.shares.length,
      people: [{ username: 'ali.raza', before: 8, added: 0, removed: 4, after: 4 }],
    }),
    splitCircle: ({ body }) => {
      sent.push(body);
      if (refuse) throw new Refusal(409, 'Units have been surveyed meanwhile.');
      return {
        success: true,
        message: 'Circle split successfully',
        units: 8,
        added: 0,
        removed: 8,
      };
    },
  });
  startSession({ token: 'of-amina', user: {} });
  sized();
  return sent;
};

const choose = async () => {
  const { user } = await renderAt('/assign', Dialog);
  await user.click(await screen.findByRole('combobox', { name: /Circle/ }));
  await user.click(await screen.findByRole('option', { name: 'Model Town' }));
  await user.click(await screen.findByRole('button', { name: 'Share out evenly' }));
  return user;
};

it('says what each list loses before it is done, and shares out what was counted', async () => {
  const sent = await serve(false);
  const user = await choose();
  const table = await screen.findByRole('region', { name: 'What changes on the lists' });
  expect(table.textContent).toContain('−4');
  await user.click(await screen.findByRole('button', { name: 'Share out 8 units' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    circle: 'Model Town',
    by: 'block',
    shares: [
      { username: 'ali.raza', groups: [{ from: 'A', to: 'A' }] },
      { username: 'sana.khan', groups: [{ from: 'B', to: 'B' }] },
    ],
    expected_units: 8,
  });
});

it('a refusal keeps the shares and says why', async () => {
  await serve(true);
  const user = await choose();
  await user.click(await screen.findByRole('button', { name: 'Share out 8 units' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Units have been surveyed meanwhile.',
  );
  expect(await screen.findByRole('button', { name: 'Share out 8 units' })).toBeDefined();
});
