// The core of reading: bytes in, table out. Runs in the worker and in tests.
import { decodeText } from './decode-text.ts';
import { fileKind } from './file-kind.ts';
import { shapeSheet } from './shape-sheet.ts';
import { type Grid, type ReportProgress, type Sheet, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

/** Bytes between two reports of progress. */
const bytesPerReport = 1 << 18;

/** The part of a browser's File that reading needs. */
export interface FileToRead {
  name: string;
  size: number;
  stream(): ReadableStream<Uint8Array>;
}

const readBytes = async (file: FileToRead, report: ReportProgress): Promise<Uint8Array> => {
  const bytes = new Uint8Array(file.size);
  let done = 0;
  let reported = 0;
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, done);
    done += part.value.length;
    if (done - reported >= bytesPerReport) {
      report({ stage: 'bytes', done, total: file.size });
      reported = done;
    }
  }
  report({ stage: 'bytes', done, total: file.size });
  return bytes.subarray(0, done);
};

const openBytes = async (file: FileToRead, report: ReportProgress): Promise<Uint8Array> => {
  if (file.size > sheetLimits.bytes) throw new SheetError('too-large');
  try {
    return await readBytes(file, report);
  } catch (error) {
    throw new SheetError(error instanceof RangeError ? 'too-large' : 'cannot-open', error);
  }
};

const readGrid = async (bytes: Uint8Array, name: string, report: ReportProgress): Promise<Grid> => {
  const kind = fileKind(bytes);
  // Loaded when needed: the workbook reader is half a megabyte.
  if (kind !== 'text') {
    const { readWorkbook } = await import('./read-workbook.ts');
    return readWorkbook(kind, bytes, report);
  }
  const { readDelimited } = await import('./read-delimited.ts');
  return readDelimited(decodeText(bytes), { mustBeTable: !/\.(csv|txt|tsv)$/i.test(name), report });
};

/**
 * Reads the first visible sheet of a file: .xlsx, .xls, .ods or delimited text, recognised by content, then
 * by extension. A sheet without rows is no error. Throws SheetError.
 */
export const readSheet = async (
  file: FileToRead,
  report: ReportProgress = () => undefined,
): Promise<Sheet> => {
  const bytes = await openBytes(file, report);
  return shapeSheet(await readGrid(bytes, file.name, report));
};
