import { useState } from 'react';
import { outcomeText } from '../../api/outcome.ts';
import type { CircleOfUser } from '../../api/user-circles.ts';
import { confirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import type { CircleAction } from './circle-card.tsx';
import {
  useAddCircle,
  useOverwriteCircle,
  useOverwritePreview,
  useUnassignCircle,
} from './circles.api.ts';

interface Asked {
  username: string;
  circle: string;
  assigned: CircleOfUser | undefined;
}

/** The actions of the cards, one at a time, with their questions and the messages of section 8. */
export const useCircleActions = () => {
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<{ circle: string; action: CircleAction }>();
  const add = useAddCircle();
  const overwrite = useOverwriteCircle();
  const unassign = useUnassignCircle();
  const preview = useOverwritePreview();

  const askOverwrite = async ({ username, circle }: Asked) => {
    const { pins, used, units } = await preview({ username, circle });
    return confirm({
      title: `Overwrite ${circle}`,
      message: `Are you sure you want to overwrite circle ${circle} of ${username}?`,
      consequence:
        `${formatCount(pins, 'pin')} on the list, ${formatCount(used, 'USED pin')} start over as NotUsed.` +
        (units === undefined
          ? ''
          : ` The list becomes the ${formatCount(units, 'uploaded unit')}.`),
      confirmLabel: 'Overwrite',
      isHarmful: used > 0,
    });
  };

  const askUnassign = ({ username, circle, assigned }: Asked) =>
    confirm({
      title: `Remove ${circle}`,
      message: `Are you sure you want to remove circle ${circle} from ${username}?`,
      consequence: `${assigned?.total === undefined ? 'Its pins' : formatCount(assigned.total, 'pin')} leave the list. Reports stay.`,
      confirmLabel: 'unassign',
      isHarmful: true,
    });

  const change = async (action: CircleAction, asked: Asked): Promise<string | undefined> => {
    const { username, circle } = asked;
    const body = { username, circle };
    switch (action) {
      case 'overwrite':
        if (!(await askOverwrite(asked))) return undefined;
        return (await overwrite.mutateAsync(body)).message || 'Circle updated successfully';
      case 'unassign':
        if (!(await askUnassign(asked))) return undefined;
        return (
          (await unassign.mutateAsync(body)).message || `Circle ${circle} removed successfully`
        );
      default:
        return (await add.mutateAsync(body)).message || 'Circle added successfully';
    }
  };

  const words = {
    add: { refused: 'Failed to add circle', broke: 'Failed to add circle' },
    'add-all': { refused: 'Failed to add circle', broke: 'Failed to add circle' },
    overwrite: { refused: 'Failed to update circle', broke: 'Failed to update circle' },
    unassign: { refused: 'Failed to remove circle', broke: 'Error removing circle assignment' },
  };

  const run = async (action: CircleAction, asked: Asked) => {
    if (busy) return;
    setBusy({ circle: asked.circle, action });
    setMessage('');
    try {
      setMessage((await change(action, asked)) ?? '');
    } catch (error) {
      setMessage(outcomeText(error, words[action]));
    } finally {
      setBusy(undefined);
    }
  };

  return { message, clearMessage: () => setMessage(''), busy, run };
};
