// The parts of an XLSX file except the rows (ECMA-376): workbook, formats, beginning and end of each sheet.
import type { Column } from './table.ts';
import { formats, numberCell, textCell } from './xlsx-cells.ts';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const attribute = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

/** What the workbook needs to know of a sheet, after it was written. */
export interface WrittenSheet {
  name: string;
  columns: number;
  /** Rows with the header; 0 where the sheet has no filter. */
  filteredRows: number;
}

/** The name of a column: `A` for 1, `AA` for 27. */
const columnName = (number: number): string =>
  number <= 26
    ? String.fromCharCode(64 + number)
    : columnName(Math.floor((number - 1) / 26)) + columnName(((number - 1) % 26) + 1);

const lastCell = ({ columns, filteredRows }: WrittenSheet, dollar = ''): string =>
  `${dollar}${columnName(columns)}${dollar}${filteredRows}`;

const widths: Record<Column['kind'], number> = {
  text: 18,
  number: 11,
  flag: 9,
  'label-or-number': 14,
  time: 19,
  photo: 40,
};

const direction = (isRightToLeft: boolean): string => (isRightToLeft ? ' rightToLeft="1"' : '');

/** The beginning of a sheet up to its rows, with the header, which stays visible. */
export const sheetBegin = (columns: readonly Column[], isRightToLeft: boolean): string => {
  const cols = columns
    .map(
      ({ kind }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`,
    )
    .join('');
  const header = columns.map(({ name }) => textCell(latin1(name), formats.header)).join('');
  return (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${direction(isRightToLeft)}>` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols}</cols><sheetData><row>${header}</row>`
  );
};

export const sheetEnd = (sheet: WrittenSheet): string =>
  `</sheetData><autoFilter ref="A1:${lastCell(sheet)}"/></worksheet>`;

/** A line of the sheet that describes the file. */
export type AboutLine = readonly [label: string, value: string | number];

export const aboutSheet = (lines: readonly AboutLine[], isRightToLeft: boolean): string => {
  const rows = lines.map(([label, value]) => {
    const cell = typeof value === 'number' ? numberCell(String(value)) : textCell(latin1(value));
    return `<row>${textCell(latin1(label), formats.header)}${cell}</row>`;
  });
  return (
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${direction(isRightToLeft)}/></sheetViews>` +
    `<cols><col min="1" max="1" width="26" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols>` +
    `<sheetData>${rows.join('')}</sheetData></worksheet>`
  );
};

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0B7285"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** A sheet's name as Excel accepts it: at most 31 characters, none of `[]:*?/\`. */
export const sheetName = (name: string, number: number): string => {
  const suffix = number === 1 ? '' : ` ${number}`;
  return name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31 - suffix.length) + suffix;
};

/** The parts that list all sheets. They are written last, because the number of sheets is known only then. */
export const bookParts = (sheets: readonly WrittenSheet[]): { name: string; content: string }[] => {
  const each = (write: (sheet: WrittenSheet, number: number) => string) =>
    sheets.map((sheet, at) => write(sheet, at + 1)).join('');
  const filters = each((sheet, number) =>
    sheet.filteredRows === 0
      ? ''
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">'${attribute(sheet.name.replaceAll("'", "''"))}'!$A$1:${lastCell(sheet, '$')}</definedName>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      content: `${xml}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/>${each((_, number) => `<Override PartName="/${sheetPath(number)}" ContentType="${spreadsheetType}.worksheet+xml"/>`)}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xml}<Relationships xmlns="${packageRelations}">${each((_, number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${each(({ name }, number) => `<sheet name="${attribute(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets>${filters && `<definedNames>${filters}</definedNames>`}</workbook>`,
    },
    { name: 'xl/styles.xml', content: styles },
  ];
};
