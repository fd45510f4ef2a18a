// Counts the records of binary workbooks (.xlsb and .xls): each has a number and a length.
import { refuseAbove } from './count-tags.ts';
import { sheetLimits } from './sheet-limits.ts';

interface Counted {
  cells: number;
  merges: number;
  mergeRecords: number;
}

/** A record of merged blocks holds a thousand; the library copies all of them for each record. */
const mergeRecords = 10_000;

const check = (counted: Counted): void => {
  refuseAbove(counted.cells, sheetLimits.cells, 'too-many-cells');
  refuseAbove(counted.merges, sheetLimits.merges, 'too-many-merges');
  refuseAbove(counted.mergeRecords, mergeRecords, 'too-many-merges');
};

/** Records of one cell in BIFF: blank, number, label, boolean, formula, RK, shared text (MS-XLS 2.3). */
const biffCells = new Set([
  0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x00fd, 0x00d6, 0x0201, 0x0203, 0x0204, 0x0205,
  0x0206, 0x0406, 0x027e,
]);
const [mulRk, mulBlank, mergeCells, hLink, hLinkTooltip] = [0x00bd, 0x00be, 0x00e5, 0x01b8, 0x0800];

/**
 * Counts the cells of a BIFF stream, and the places that links span: the library visits each.
 * Throws SheetError as soon as there are too many.
 */
export const checkBiff = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counted: Counted = { cells: 0, merges: 0, mergeRecords: 0 };
  const word = (at: number) => (at + 2 <= bytes.length ? view.getUint16(at, true) : 0);
  const span = (from: number) =>
    (1 + Math.max(0, word(from + 2) - word(from))) *
    (1 + Math.max(0, word(from + 6) - word(from + 4)));
  for (let at = 0; at + 4 <= bytes.length; at += 4 + word(at + 2)) {
    const [id, length] = [word(at), word(at + 2)];
    if (biffCells.has(id)) counted.cells += 1;
    else if (id === mulRk) counted.cells += length / 6;
    else if (id === mulBlank) counted.cells += length / 2;
    else if (id === hLink) counted.cells += span(at + 4);
    else if (id === hLinkTooltip) counted.cells += span(at + 6);
    else if (id === mergeCells) {
      counted.merges += word(at + 4);
      counted.mergeRecords += 1;
    } else continue;
    check(counted);
  }
};

/** Records of .xlsb (MS-XLSB 2.3.2): BrtCellBlank to BrtShortIsst, BrtCellRString; a shared text. */
const isXlsbCell = (id: number) => (id >= 1 && id <= 18) || id === 62;
const [sstItem, brtMergeCell, brtHLink, ignored] = [19, 176, 0x01ee, 0x0234];

/**
 * Counts cells, merged blocks and texts of an entry of an .xlsb. Hyperlinks are overwritten with a record that the
 * library ignores.
 * Throws SheetError as soon as there are too many.
 */
export const checkXlsb = (bytes: Uint8Array): void => {
  const counted: Counted = { cells: 0, merges: 0, mergeRecords: 0 };
  let texts = 0;
  let at = 0;
  /** Seven bits a byte, the lowest first; the highest bit is set where another byte follows. */
  const number = (mostBytes: number): number => {
    let value = 0;
    for (let index = 0; index < mostBytes; index += 1) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) << (7 * index);
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const start = at;
    const id = number(2);
    if (id === brtHLink) bytes.set([(ignored & 127) | 128, ignored >> 7], start);
    if (isXlsbCell(id)) counted.cells += 1;
    if (id === brtMergeCell) counted.merges += 1;
    if (id === sstItem) texts += 1;
    check(counted);
    refuseAbove(texts, sheetLimits.texts, 'too-many-texts');
    at += number(4);
  }
};
