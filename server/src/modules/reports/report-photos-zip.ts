// The photos of the matching reports in one ZIP (decision 23): stored as they are, a few in memory at a time.
import path from 'node:path';
import { Readable } from 'node:stream';
import { harmlessCell } from '@survey/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { copyOut } from '../../database/copy-out.ts';
import type { PhotoStore } from '../../plugins/photo-store.ts';
import type { Services } from '../../services.ts';
import { photoFileNames } from './photo-file-names.ts';
import { matchingReports, type Selection } from './report-filters.ts';
import { newestFirst, written } from './report-rows.queries.ts';
import { storedZip, type ZipEntry } from './stored-zip.ts';
import { textLines } from './text-lines.ts';

interface PhotoRow {
  id: number;
  circle: string;
  pin: string;
  username: string;
  capture_time: string;
  photo_name: string;
  photo_bytes: number | null;
}

const photoRows = ({ db }: Services['database'], filters: Selection) => {
  const photos = newestFirst(matchingReports(db, filters))
    .where('photo_name', 'is not', null)
    .select(['reports.id', 'reports.circle', 'reports.pin', 'reports.username'])
    .select(written('capture_time').as('capture_time'))
    .select(['reports.photo_name', 'reports.photo_bytes']);
  return db.selectFrom(photos.as('photo')).select(sql<string>`row_to_json(photo)::text`.as('line'));
};

async function* rowsOf(source: Readable): AsyncGenerator<PhotoRow> {
  const lines = textLines();
  for await (const chunk of source) {
    for (const line of lines(chunk).split('\n')) if (line) yield JSON.parse(line);
  }
}

/** RFC 4180, with cells of text made harmless as in the report's own CSV. */
const csvLine = (cells: readonly (string | number)[]): string => {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : harmlessCell(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
};

const manifestHeader = [
  'file_name',
  'report_id',
  'circle',
  'pin',
  'username',
  'capture_time',
  'problem',
];

/** `DD/MM/YYYY HH:mm:ss` as a Date that shows this same time: files in a ZIP carry a clock, not a zone. */
const clockTime = (written: string): Date => {
  const [day = 1, month = 1, year = 1980, ...time] = written.split(/\D/).map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  return new Date(year, month - 1, day, hours, minutes, seconds);
};

/** Photos that are read while an earlier one goes out: each of them in memory. */
const ahead = 3;

/** Rows with their photos, in the same order; reading never fails. */
async function* withPhotos(
  rows: AsyncIterable<PhotoRow>,
  readPhoto: (row: PhotoRow) => Promise<Buffer | undefined>,
) {
  const begun: { row: PhotoRow; photo: Promise<Buffer | undefined> }[] = [];
  for await (const row of rows) {
    begun.push({ row, photo: readPhoto(row) });
    const next = begun.length > ahead ? begun.shift() : undefined;
    if (next) yield { row: next.row, content: await next.photo };
  }
  for (const { row, photo } of begun) yield { row, content: await photo };
}

async function* entriesOf(
  source: Readable,
  readPhoto: (row: PhotoRow) => Promise<Buffer | undefined>,
): AsyncGenerator<ZipEntry> {
  const nameOf = photoFileNames();
  const manifest = [`\uFEFF${csvLine(manifestHeader)}`];
  for await (const { row, content } of withPhotos(rowsOf(source), readPhoto)) {
    const { id, circle, pin, username, capture_time, photo_name } = row;
    const name = content ? nameOf(pin, path.extname(photo_name).slice(1)) : '';
    const problem = content ? '' : 'photo is missing';
    manifest.push(csvLine([name, id, circle, pin, username, capture_time, problem]));
    if (content) yield { name, content, lastModified: clockTime(capture_time) };
  }
  yield { name: 'manifest.csv', content: Buffer.from(manifest.join('')), lastModified: new Date() };
}

/** How much of the ZIP waits for the socket, in bytes. */
const highWaterMark = 256 * 1024;

/** A photo's bytes; undefined where the store cannot give them, which is logged and no reason to stop. */
const photoReader =
  (photos: PhotoStore, log: FastifyBaseLogger) =>
  async ({ id, photo_name, photo_bytes }: PhotoRow): Promise<Buffer | undefined> => {
    try {
      const photo = await photos.read(photo_name, photo_bytes);
      if (photo) return photo;
      log.warn({ report: id }, 'photo is missing');
    } catch (error) {
      log.warn({ report: id, err: error }, 'photo cannot be read');
    }
    return undefined;
  };

/**
 * The photos of the matching reports, newest first, and manifest.csv as the last file.
 * @throws where no connection is to be had
 */
export const streamPhotosZip = async (
  { database, photos }: Pick<Services, 'database' | 'photos'>,
  filters: Selection,
  log: FastifyBaseLogger,
): Promise<Readable> => {
  const source = await copyOut(database, photoRows(database, filters), 'lines');
  const entries = entriesOf(source, photoReader(photos, log));
  const zip = Readable.from(storedZip(entries), { objectMode: false, highWaterMark });
  // The ZIP's own end waits for the row being read; without this a long query would go on for nobody.
  zip.once('close', () => source.destroy());
  return zip;
};
