let collator: Intl.Collator | undefined;

/**
 * The order of names and values on both sides: 'Block 2' before 'Block 10', case ignored. The collation rules are
 * loaded
 * at first use: they take a slow browser some 40 ms, and most pages sort nothing.
 */
export const compareNames = (one: string, other: string): number => {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
};
