import { read, utils } from '@e965/xlsx';
import { unitColumns } from '@survey/contract';
import { expect, it } from 'vitest';
import { writeBook } from './write-book.ts';

it('a template has the columns of the upload and no rows', async () => {
  const book = read(await (await writeBook([unitColumns])).arrayBuffer());
  const rows = utils.sheet_to_json(book.Sheets.Rows ?? {}, { header: 1 });
  expect(rows).toEqual([[...unitColumns]]);
});
