// Which column of a file is which field: found by its header, or chosen by a person.

/** The field that a header means, if any. */
export type FieldOf<Field extends string> = (header: string) => Field | undefined;

/** Index of the column of each field; the first that is recognised. */
export const mapColumns = <Field extends string>(
  headers: readonly string[],
  fields: readonly Field[],
  fieldOf: FieldOf<Field>,
): Map<Field, number> => {
  const found = new Map<Field, number>();
  for (const field of fields) {
    const at = headers.findIndex((header) => fieldOf(header) === field);
    if (at >= 0) found.set(field, at);
  }
  return found;
};

/**
 * Headers by which exactly the chosen columns are recognised. A column that is not chosen, though its header means a
 * field, gets a header that does not.
 */
export const headersFor = <Field extends string>(
  fileHeaders: readonly string[],
  chosen: ReadonlyMap<Field, number>,
  fieldOf: FieldOf<Field>,
): string[] => {
  const fields = new Map([...chosen].map(([field, at]) => [at, field]));
  return fileHeaders.map((header, at) => {
    const field = fields.get(at);
    if (field !== undefined) return fieldOf(header) === field ? header : field;
    return fieldOf(header) === undefined ? header : `${header} (as it came)`;
  });
};
