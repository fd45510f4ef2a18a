import { t } from '../text/text.ts';

/** How many rows a blank Status concerns (R15). */
export const blankRowsText = (count: number): string =>
  t(
    '{count, plural, one {# row has} other {# rows have}} no Status and will be set to 0 (NotUsed).',
    { count },
  );
