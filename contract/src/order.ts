let collator: Intl.Collator | undefined;

/**
 * The order in which both sides list names and values: 'Block 2' before 'Block 10', capitals as small letters.
 * The rules are fetched at first use: a slow browser takes some 40 ms for them, and most pages sort nothing.
 */
export const compareNames = (one: string, other: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
};
