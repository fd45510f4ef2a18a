/** Rows as a workbook of one sheet. The library is fetched when the first is written. */
export const writeBook = async (rows: readonly (readonly unknown[])[]): Promise<Blob> => {
  const { utils, write } = await import('@e965/xlsx');
  const table = utils.aoa_to_sheet(
    rows.map((row) => [...row]),
    { dense: true },
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, table, 'Rows');
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return new Blob([bytes], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
};
