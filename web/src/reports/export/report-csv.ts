// property_report.csv as the console writes it, where the backend gives records only (R20, R21).
import {
  escapeFormula,
  type PropertyReport,
  reportColumns,
  reportTextColumns,
  resubmissionLabel,
  unsignedPhoto,
} from '@survey/contract';
import Papa from 'papaparse';
import { asWritten } from '../../api/lenient.ts';
import { runInSlices, type Steps } from '../../api/steps.ts';

const byteOrderMark = '\uFEFF';
const textColumns: readonly string[] = reportTextColumns;

const cell = (report: PropertyReport, column: keyof PropertyReport): string | number => {
  const written = asWritten(report, column);
  if (written !== undefined) return escapeFormula(written);
  if (column === 'resubmission') return resubmissionLabel(report);
  const value = report[column];
  if (column === 'picture_path' && value) return unsignedPhoto(String(value));
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return textColumns.includes(column) ? escapeFormula(value) : value;
  return value ?? '';
};

/** Rows that are written in one step. */
const rowsOfStep = 250;

/** The records as CSV, in steps: UTF-8 with BOM, RFC 4180, the 21 field names first. */
function* reportCsv(reports: readonly PropertyReport[]): Steps<Blob> {
  // Encoded part by part: a blob of texts would encode all of them at once.
  const encoder = new TextEncoder();
  const write = (rows: unknown[][]) =>
    encoder.encode(`${Papa.unparse(rows, { newline: '\r\n' })}\r\n`);
  const parts = [encoder.encode(byteOrderMark), write([reportColumns])];
  for (let from = 0; from < reports.length; from += rowsOfStep) {
    const slice = reports.slice(from, from + rowsOfStep);
    parts.push(write(slice.map((report) => reportColumns.map((column) => cell(report, column)))));
    yield;
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** The same, with pauses for the page. */
export const writeReportCsv = (reports: readonly PropertyReport[]): Promise<Blob> =>
  runInSlices(reportCsv(reports));
