import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText, errorText } from '../ui/error-text.ts';
import { formatNumber } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';
import { useUndoChange, useUndoPreview } from './undo.api.ts';

interface Asked {
  /** Entries of the audit trail, in the order in which they were made. */
  entries: readonly number[];
  title: string;
  /** The change, in words. */
  message: string;
}

const undoneRows = (rows: number): string =>
  t('Undone: {count} records.', { count: formatNumber(rows) });

/** Undoes a change after a question with the exact counts, and shows the result. */
export const useUndo = () => {
  const preview = useUndoPreview();
  const undo = useUndoChange();

  /** Resolves true where the change was undone. */
  const ask = async ({ entries, title, message }: Asked): Promise<boolean> => {
    const newestFirst = [...entries].reverse();
    let rows = 0;
    try {
      const [first = 0, ...others] = newestFirst;
      const touched = doneText(await preview.mutateAsync(first));
      const isSure = await confirm({
        title,
        message,
        consequence:
          others.length === 0
            ? touched
            : t('{count} parts, the last one first, until one cannot be undone.', {
                count: formatNumber(entries.length),
              }),
        confirmLabel: t('Undo'),
        isHarmful: true,
      });
      if (!isSure) return false;
      for (const entry of newestFirst) {
        const undone = await undo.mutateAsync(entry);
        rows += undone.rows;
        if (others.length === 0) toast.success(doneText(undone));
      }
      if (others.length > 0) toast.success(undoneRows(rows));
      return true;
    } catch (error) {
      // Batches that were undone before the failure stay undone.
      if (rows > 0) toast.info(undoneRows(rows));
      toast.error(errorText(error, t('The change could not be undone.')));
      return false;
    }
  };

  return { ask, isBusy: preview.isPending || undo.isPending };
};
