/**
 * Writes rows as the JSON text of records. Text is built directly: an object would lose a column that is
 * named `__proto__`, and would move columns named by numbers to the front.
 */
export const recordWriter = (headers: readonly string[]): ((row: readonly string[]) => string) => {
  const keys = headers.map((header) => JSON.stringify(header));
  return (row) => `{${keys.map((key, at) => `${key}:${JSON.stringify(row[at] ?? '')}`).join(',')}}`;
};
