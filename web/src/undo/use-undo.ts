import { errorText } from '../api/api-error.ts';
import { known, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.ts';
import { useUndoChange, useUndoPreview } from './undo.api.ts';

interface Asked {
  /** The entry of the audit trail. */
  entry: number;
  title: string;
  /** What was done, in words. */
  message: string;
}

/** Takes a change back after a question that says exactly what it touches, and says how it went. */
export const useUndo = () => {
  const preview = useUndoPreview();
  const undo = useUndoChange();

  /** Answers whether the change was taken back. */
  const ask = async ({ entry, title, message }: Asked): Promise<boolean> => {
    try {
      const touched = await preview.mutateAsync(entry);
      const isSure = await confirm({
        title,
        message,
        consequence: known(touched.message),
        confirmLabel: t('Undo'),
        isHarmful: true,
      });
      if (!isSure) return false;
      toast.success(known((await undo.mutateAsync(entry)).message));
      return true;
    } catch (error) {
      toast.error(known(errorText(error, t('The change could not be undone.'))));
      return false;
    }
  };

  return { ask, isBusy: preview.isPending || undo.isPending };
};
