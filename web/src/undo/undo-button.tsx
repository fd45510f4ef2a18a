import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { toast } from '../ui/toasts.ts';
import { useUndo } from './use-undo.ts';

interface UndoButtonProps {
  /** Entries of the audit trail, in the order in which they were made. */
  entries: readonly number[];
  /** What was done, as the person was told. */
  what: string;
  onUndone?: () => void;
}

/** Undoes the change just made; the Activity screen can undo it for 30 days. */
export const UndoButton = ({ entries, what, onUndone }: UndoButtonProps) => {
  const { ask, isBusy } = useUndo();
  const undo = async () => {
    if (await ask({ entries, title: t('Undo'), message: what })) onUndone?.();
  };
  return (
    <Button
      mt={6}
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={isBusy}
      onClick={() => void undo()}
    >
      {t('Undo')}
    </Button>
  );
};

interface Undoable {
  undo_entry?: number | undefined;
  /** Several entries of a change that was made in batches. */
  undo_entries?: readonly number[] | undefined;
}

/** The toast of a change, with the way back where there is one; `info` stays longer: something is to be read. */
export const toastWithUndo = (
  title: string,
  { undo_entry, undo_entries }: Undoable,
  details?: string,
  kind: 'success' | 'info' = 'success',
): void => {
  const entries = undo_entries ?? (undo_entry === undefined ? [] : [undo_entry]);
  toast[kind](
    title,
    details,
    entries.length > 0
      ? (close) => <UndoButton key="undo" entries={entries} what={title} onUndone={close} />
      : undefined,
  );
};
