// Texts of the page, by the console's own means: the English sentence is the key (ADR 16).
import type { Said } from '@survey/contract';
import { translated } from '@survey/web/src/text/text.ts';

export { known, t } from '@survey/web/src/text/text.ts';

/** What the server says, in the language of the page. */
export const translatedRefusal = ({ message, said }: { message: string; said: Said | null }) =>
  translated(message, said);
