import type { Undoable } from '@survey/contract';
import { useState } from 'react';
import { msg, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText } from '../ui/error-text.ts';
import { outcomeSentence, outcomeText } from '../ui/outcome.ts';
import type { CircleAction } from './circle-card.tsx';
import { useAddCircle, useOverwriteCircle, useUnassignCircle } from './circles.api.ts';
import { useRemovalQuestion } from './removal-question.ts';
import { type CountedList, type ListedCircle, useCountList } from './user-circles.api.ts';

/** A message in the language of the screen, and in English: its words decide the colour (message-tone.ts). */
interface Told {
  text: string;
  english: string;
}

const nothing: Told = { text: '', english: '' };

/** What the server says of a change, or the words of spec 8 where it says nothing. */
const told = (
  reply: Undoable,
  otherwise: string,
  values?: Record<string, string>,
): Told & { undoEntry?: number | undefined } => ({
  text: doneText(reply) || t(otherwise, values),
  english: reply.message || otherwise,
  undoEntry: reply.undo_entry,
});

/** What an overwrite does to a list, in numbers. */
const overwriteTexts = ({ pins, used, units }: CountedList): string[] => [
  t(
    '{pins, plural, one {# pin} other {# pins}} on the list, {used, plural, one {# USED pin} other {# USED pins}} start over as NotUsed.',
    { pins, used },
  ),
  ...(units === undefined
    ? []
    : [
        t('The list becomes the {units, plural, one {# uploaded unit} other {# uploaded units}}.', {
          units,
        }),
      ]),
];

/** The actions of the cards, one at a time, with their questions and the messages of spec 8. */
export const useCircleActions = () => {
  const [message, setMessage] = useState(nothing);
  const [undoEntry, setUndoEntry] = useState<number>();
  const [busy, setBusy] = useState<{ circle: string; action: CircleAction }>();
  const add = useAddCircle();
  const overwrite = useOverwriteCircle();
  const unassign = useUnassignCircle();
  const countList = useCountList();
  const removalQuestion = useRemovalQuestion();

  const askOverwrite = async ({ username, circle }: ListedCircle) => {
    // The change can be made where the list cannot be counted.
    const counted = await countList({ username, circle }).catch(() => undefined);
    return confirm({
      title: t('Overwrite {circle}', { circle }),
      message: t('Are you sure you want to overwrite circle {circle} of {username}?', {
        circle,
        username,
      }),
      consequence: counted
        ? overwriteTexts(counted).join(' ')
        : t('How many pins are on the list could not be counted.'),
      confirmLabel: t('Overwrite'),
      isHarmful: counted?.used !== 0,
      touches: counted?.used ?? 0,
    });
  };

  const askUnassign = async (list: ListedCircle) =>
    confirm({ ...(await removalQuestion(list)), confirmLabel: t('unassign') });

  const change = async (
    action: CircleAction,
    asked: ListedCircle,
  ): Promise<ReturnType<typeof told> | undefined> => {
    const { username, circle } = asked;
    const body = { username, circle };
    switch (action) {
      case 'overwrite':
        if (!(await askOverwrite(asked))) return undefined;
        return told(await overwrite.mutateAsync(body), msg('Circle updated successfully'));
      case 'unassign':
        if (!(await askUnassign(asked))) return undefined;
        return told(await unassign.mutateAsync(body), msg('Circle {circle} removed successfully'), {
          circle,
        });
      default:
        return told(await add.mutateAsync(body), msg('Circle added successfully'));
    }
  };

  const words = {
    add: { refused: t('Failed to add circle'), broke: t('Failed to add circle') },
    'add-all': { refused: t('Failed to add circle'), broke: t('Failed to add circle') },
    overwrite: { refused: t('Failed to update circle'), broke: t('Failed to update circle') },
    unassign: {
      refused: t('Failed to remove circle'),
      broke: t('Error removing circle assignment'),
    },
  };

  const clearMessage = () => {
    setMessage(nothing);
    setUndoEntry(undefined);
  };

  const run = async (action: CircleAction, asked: ListedCircle) => {
    if (busy) return;
    setBusy({ circle: asked.circle, action });
    clearMessage();
    try {
      const changed = await change(action, asked);
      setMessage(changed ?? nothing);
      setUndoEntry(changed?.undoEntry);
    } catch (error) {
      setMessage({
        text: outcomeText(error, words[action]),
        english: outcomeSentence(error, words[action]),
      });
    } finally {
      setBusy(undefined);
    }
  };

  return { message, undoEntry, clearMessage, busy, run };
};
