import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { TypedQuestion } from './typed-question.tsx';

export interface Question {
  title: string;
  /** The question, literally as in spec 8. */
  message: string;
  /** What it touches, with its count: '24 pins and 1 circle will be removed'. */
  consequence?: ReactNode;
  confirmLabel: string;
  /** Red, for what cannot be undone or takes something away. */
  isHarmful?: boolean;
  /** How much it touches: the number is to be typed from `typedFrom` on. */
  touches?: number;
}

/** From this count on, a change is confirmed by typing the number. */
const typedFrom = 100;

/** Whether `confirm` asks for the number of what the change touches. */
export const asksForNumber = ({ touches = 0 }: Question): boolean => touches >= typedFrom;

const Body = ({ message, consequence }: Pick<Question, 'message' | 'consequence'>) => (
  <>
    <Text>{message}</Text>
    {consequence ? (
      <Text component="div" mt="xs" fw={500}>
        {consequence}
      </Text>
    ) : null}
  </>
);

const askTyped = (question: Question, count: number, resolve: (isSure: boolean) => void) => {
  const id = modals.open({
    title: question.title,
    children: (
      <TypedQuestion
        count={count}
        confirmLabel={question.confirmLabel}
        isHarmful={question.isHarmful ?? false}
        onAnswer={(isSure) => {
          resolve(isSure);
          modals.close(id);
        }}
      >
        <Body {...question} />
      </TypedQuestion>
    ),
    // After an answer this changes nothing.
    onClose: () => resolve(false),
  });
};

let dialogsStand = () => {};
const standing = new Promise<void>((resolve) => {
  dialogsStand = resolve;
});

/** Questions that stand on the screen. */
const asked = new Set<string>();

/**
 * Called when the dialogs are mounted; a question asked earlier is shown then.
 * @returns what to call when they are gone, as after a session that ended: their questions get no answer
 */
export const showQuestions = (): (() => void) => {
  dialogsStand();
  return () => asked.clear();
};

/**
 * Shows a dialog with content of its own, which answers by the function that it gets.
 * Resolves undefined where the dialog was left without an answer.
 */
export const askInDialog = async <Answer,>(
  title: string,
  content: (answer: (value: Answer) => void) => ReactNode,
): Promise<Answer | undefined> => {
  await standing;
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      children: content((value) => {
        resolve(value);
        modals.close(id);
      }),
      onClose: () => resolve(undefined),
    });
  });
};

const ask = async (question: Question): Promise<boolean> => {
  await standing;
  const { touches = 0 } = question;
  if (asksForNumber(question))
    return new Promise((resolve) => askTyped(question, touches, resolve));
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: question.title,
      children: <Body {...question} />,
      labels: { confirm: question.confirmLabel, cancel: t('Cancel') },
      confirmProps: question.isHarmful ? { color: 'red.8' } : {},
      // Enter must not confirm a harmful change by accident: Cancel has the focus.
      cancelProps: question.isHarmful ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
};

/**
 * Asks before a change. Resolves true where it was confirmed, false on Cancel, Escape and outside click; and where the
 * same question stands already: a double click asks, and changes, once.
 */
export const confirm = async (question: Question): Promise<boolean> => {
  const key = `${question.title}: ${question.message}`;
  if (asked.has(key)) return false;
  asked.add(key);
  return ask(question).finally(() => asked.delete(key));
};
