// property_report.csv as the console writes it, where the backend gives records only (R20, R21).
import {
  escapeFormula,
  type PropertyReport,
  reportColumns,
  reportTextColumns,
  resubmissionLabel,
} from '@survey/contract';
import Papa from 'papaparse';

const byteOrderMark = '\uFEFF';
const textColumns: readonly string[] = reportTextColumns;

const cell = (report: PropertyReport, column: keyof PropertyReport): string | number => {
  if (column === 'resubmission') return resubmissionLabel(report);
  const value = report[column];
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return textColumns.includes(column) ? escapeFormula(value) : value;
  return value ?? '';
};

/** The records as CSV: UTF-8 with BOM, RFC 4180, the 21 field names first. */
export const writeReportCsv = (reports: readonly PropertyReport[]): Blob => {
  const rows = reports.map((report) => reportColumns.map((column) => cell(report, column)));
  const table = Papa.unparse([reportColumns, ...rows], { newline: '\r\n' });
  return new Blob([byteOrderMark, table, '\r\n'], { type: 'text/csv;charset=utf-8' });
};
