// Addresses carry plain text values only, so that links stay short and read like the API's queries.

/** `?a=1&b=x` to `{a: '1', b: 'x'}`. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Writes the values that are set; empty ones are left out. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') written.set(name, String(value));
  }
  // A comma needs no escaping in a query, and links with lists stay readable.
  return written.size === 0 ? '' : `?${String(written).replaceAll('%2C', ',')}`;
};
