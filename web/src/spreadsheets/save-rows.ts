import { isAbort } from '../api/api-error.ts';
import { t } from '../text/text.ts';
import { reasonText } from '../ui/error-text.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { toast } from '../ui/toasts.ts';

/** Saves rows of the user's file under its name with `what` added. A closed sheet has none to give. */
export const saveRows = async (
  rows: Promise<Blob>,
  fileName: string,
  what: string,
): Promise<void> => {
  try {
    saveBlob(await rows, `${fileName.replace(/\.\w+$/, '')} - ${what}.xlsx`);
  } catch (error) {
    if (!isAbort(error)) toast.error(t('The rows could not be written'), reasonText(error));
  }
};
