// How much of a sheet is read. A file of half a megabyte can hold 40 million blank cells, and the library reads a
// sheet whole: the limits are checked before the library gets the file. The product promises 200 000 rows of
// 20 columns. The sentences of `readFailures` contain the same numbers.

/** What a sheet may hold at most. */
export const sheetLimits = {
  /**
   * Bytes of a file, packed or unpacked. 200 000 rows of 20 columns are 180 MB of XML with shared
   * texts and 320 MB with texts in the cells; a browser's longest text is 512 MB.
   */
  bytes: 400 * 1024 * 1024,
  /** Bytes of a binary .xls: the 65 536 rows it can have, of 40 columns of texts and more. */
  binaryBytes: 64 * 1024 * 1024,
  /** Bytes of an XML or HTML table named .xls: every tag of it becomes an object or two. */
  markupBytes: 128 * 1024 * 1024,
  /** Entries of a zip: a sheet has one to four, a picture one. */
  entries: 10_000,
  /** Cells, blank ones that are written out included: 1.5 × the promise, at about 150 bytes each. */
  cells: 6_000_000,
  /** Different texts (shared strings): no more than there are cells. */
  texts: 6_000_000,
  /** Rows × columns of the table that is kept, blank cells included, at 8 bytes each. */
  places: 20_000_000,
  /** Rows of a sheet of Excel's. */
  rows: 1_048_576,
  /** Columns with content. Ten times those of any parcel list seen; the preview shows the first 60. */
  columns: 1_000,
  /** Number of the last column of a sheet of Excel's. */
  lastColumn: 16_384,
  /** Merged blocks: each is looked up when their text is filled down. */
  merges: 100_000,
  /** Cells of an HTML table × its merged ones: the library compares each with each. */
  comparedMerges: 100_000_000,
  /** Characters of a cell, as in Excel. */
  cellCharacters: 32_767,
  /** Seconds until reading is cancelled: the promised size takes 8 s on two slow processors. */
  seconds: 180,
} as const;
