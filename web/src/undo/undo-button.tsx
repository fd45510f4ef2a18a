import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import { toast } from '../ui/toasts.ts';
import { useUndo } from './use-undo.ts';

interface UndoButtonProps {
  /** The entry of the audit trail. */
  entry: number;
  /** What was done, as the person was told. */
  what: string;
  onUndone?: () => void;
}

/** Takes back what was just done; the Activity screen does the same for 30 days. */
export const UndoButton = ({ entry, what, onUndone }: UndoButtonProps) => {
  const { ask, isBusy } = useUndo();
  const undo = async () => {
    if (await ask({ entry, title: t('Undo'), message: what })) onUndone?.();
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

/** The toast of a change, with the way back where there is one. */
export const toastWithUndo = (
  title: string,
  { undo_entry: entry }: { undo_entry?: number | undefined },
  details?: string,
): void =>
  toast.success(title, details, entry && <UndoButton key="undo" entry={entry} what={title} />);
