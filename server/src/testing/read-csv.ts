// A strict parser of RFC 4180: every deviation is an error.

/**
 * Rows of cells of a CSV file whose lines end in CRLF.
 * @throws at a quote or line break where the RFC allows none
 */
export const readCsv = (csv: string): string[][] => {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < csv.length) {
    const from = cell.lastIndex;
    const [whole, quoted, plain = '', end] = cell.exec(csv) ?? [];
    if (whole === undefined) throw new Error(`Not CSV at ${from}: ${csv.slice(from, from + 80)}`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
};
