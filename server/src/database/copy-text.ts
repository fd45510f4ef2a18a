// Values as COPY's text format writes them (PostgreSQL manual, "COPY", Text Format).

export const copyNull = '\\N';

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const needsMarks = /[\\\n\r\t]/;

/** One column's text; `undefined` is NULL. The value must not contain a NUL character. */
export const copyText = (value: string | undefined): string => {
  if (value === undefined) return copyNull;
  if (!needsMarks.test(value)) return value;
  return value.replace(/[\\\n\r\t]/g, (character) => marks[character] as string);
};
