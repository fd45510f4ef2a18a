// Unpacks the zip of a workbook within limits, and writes a zip of stored entries for the reader: the
// reader's own unpacking trusts every declared size and never ends on damaged data.
import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import { type ReportProgress, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

/** Pictures, drawings, printer settings and macros can be most of a workbook and hold no cells. */
const isWanted = (name: string): boolean =>
  !/^\/?(?:xl\/(?:media|drawings|charts|embeddings|printerSettings|externalLinks|pivot|vbaProject|calcChain|comments)|Pictures\/|Thumbnails\/|docProps\/thumb)/i.test(
    name,
  );

export interface Archive {
  /** Names of all entries, also of those left out. */
  names: Set<string>;
  entries: Record<string, Uint8Array>;
}

/**
 * Unpacks the entries that hold cells. Sizes are summed as declared before anything is unpacked, and no
 * entry gets more memory than it declares. Throws SheetError 'too-large', 'too-many-parts' or 'damaged'.
 */
export const unpackZip = (bytes: Uint8Array, report: ReportProgress): Archive => {
  const names = new Set<string>();
  let total = 0;
  let entryCount = 0;
  const measure = (file: UnzipFileInfo) => {
    names.add(file.name);
    entryCount += 1;
    if (entryCount > sheetLimits.entries) throw new SheetError('too-many-parts');
    if (isWanted(file.name)) total += file.originalSize;
    return false;
  };
  let done = 0;
  const take = (file: UnzipFileInfo) => {
    if (!isWanted(file.name)) return false;
    report({ stage: 'unpacking', done, total });
    done += file.originalSize;
    return true;
  };
  try {
    unzipSync(bytes, { filter: measure });
    if (total > sheetLimits.bytes) throw new SheetError('too-large');
    return { names, entries: unzipSync(bytes, { filter: take }) };
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('damaged', error);
  }
};

/** A zip of the entries without compression, as the workbook reader takes it. */
export const storeZip = (entries: Record<string, Uint8Array>): Uint8Array =>
  zipSync(entries, { level: 0 });
