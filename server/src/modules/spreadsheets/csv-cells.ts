// Rows as COPY writes them, taken apart into cells.

/** Cells of a row of which at least one is quoted: quoted ones may hold commas, line breaks and doubled quotes. */
const quotedCells = (row: string): string[] => {
  const cells: string[] = [];
  let at = 0;
  while (at <= row.length) {
    let end: number;
    if (row[at] === '"') {
      end = row.indexOf('"', at + 1);
      while (row[end + 1] === '"') end = row.indexOf('"', end + 2);
      cells.push(row.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      end = row.indexOf(',', at);
      if (end < 0) end = row.length;
      cells.push(row.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
};

/**
 * Takes chunks of rows whose null cells are `mark` and whose last cell is always null. Returns the cells of whole rows,
 * without the last: latin1 texts, one character for each byte of UTF-8; null is empty.
 * @param mark random letters and digits, so that no text contains them
 */
export const csvCells = (mark: string): ((chunk: Buffer) => string[][]) => {
  const rowEnd = `,${mark}\n`;
  let begun = '';
  return (chunk) => {
    // latin1: UTF-8 passes through unchanged, and every character searched for is ASCII.
    const text = begun + chunk.toString('latin1');
    const end = text.lastIndexOf(rowEnd);
    if (end < 0) {
      begun = text;
      return [];
    }
    begun = text.slice(end + rowEnd.length);
    const rows = text.slice(0, end).split(rowEnd);
    return rows.map((row) => {
      const cells = row.includes('"') ? quotedCells(row) : row.split(',');
      for (let at = 0; at < cells.length; at += 1) if (cells[at] === mark) cells[at] = '';
      return cells;
    });
  };
};
