import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { renderAt } from '../testing/render-at.tsx';
import { serveCalls } from '../testing/serve-calls.ts';
import { ManageCirclesModal } from './manage-circles-modal.tsx';
import { useUserCircles } from './user-circles.api.ts';

const Managed = () => {
  const user = useUserCircles().data?.[0];
  return user ? <ManageCirclesModal user={user} onClose={() => {}} /> : null;
};

it('the focus stays at the card whose button goes with the change', async () => {
  const circles: { circle: string; used: number; total: number }[] = [];
  await serveCalls({
    userCircles: () => ({
      users: [
        { id: 2, username: 'ali.raza', name: 'Ali Raza', status: true, circles },
        {
          id: 3,
          username: 'sana.khan',
          name: 'Sana',
          status: true,
          circles: [{ circle: 'model town', used: 2, total: 8 }],
        },
      ],
    }),
    circleOverview: () => ({ circles: [{ circle: 'Model Town', units: 8, users: 0 }] }),
    storeCirclePins: () => {
      circles.push({ circle: 'Model Town', used: 0, total: 8 });
      return { success: true, message: 'Circle added successfully', added: 8, already_there: 0 };
    },
  });
  startSession({ token: 'of-amina', user: {} });
  const { user } = await renderAt('/assign', Managed);
  // Whoever gives the circle knows who has it already.
  expect(await screen.findByText(/also with sana\.khan/)).toBeDefined();
  await user.click(await screen.findByLabelText('Add New Model Town'));
  expect(await screen.findByLabelText('unassign Model Town')).toBeDefined();
  await waitFor(() =>
    expect(document.activeElement?.closest('li')?.textContent).toContain('Model Town'),
  );
});
