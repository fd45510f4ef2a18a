// Values as COPY's text format writes them (PostgreSQL manual, "COPY", Text Format).

/** The column is NULL. */
export const copyNull = '\\N';

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const needsMarks = /[\\\n\r\t]/;

/** One column's text, which must not contain a NUL character. */
export const copyText = (value: string): string => {
  if (!needsMarks.test(value)) return value;
  return value.replace(/[\\\n\r\t]/g, (character) => marks[character] as string);
};
