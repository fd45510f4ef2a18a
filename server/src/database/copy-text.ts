// Values in COPY's text format (PostgreSQL manual, "COPY", Text Format).

/** NULL. */
export const copyNull = '\\N';

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const needsMarks = /[\\\n\r\t]/;

/** The text of one column, which must not contain a NUL character. */
export const copyText = (value: string): string => {
  if (!needsMarks.test(value)) return value;
  return value.replace(/[\\\n\r\t]/g, (character) => marks[character] as string);
};
