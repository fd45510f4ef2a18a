// The photos of the matching reports in one ZIP (R23): stored without compression, a few in memory at a time.
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { damageOf, photoProblems } from '../../plugins/photo-damage.ts';
import { isPhotoName, type PhotoStore } from '../../plugins/photo-store.ts';
import { textLines } from '../../plugins/text-lines.ts';
import type { Services } from '../../services.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { newestFirst, written } from '../reports/report-rows.queries.ts';
import { csvLine } from '../spreadsheets/csv-line.ts';
import { type ZipEntry, zipOf } from '../spreadsheets/zip.ts';
import { photoFileNames } from './photo-file-names.ts';

interface PhotoRow {
  id: number;
  circle: string;
  pin: string;
  username: string;
  capture_time: string;
  photo_name: string;
  photo_bytes: number | null;
  /** Hexadecimal. */
  photo_sha256: string | null;
}

const photoRows = (db: Reader, filters: Selection) => {
  const photos = newestFirst(matchingReports(db, filters))
    .where('photo_name', 'is not', null)
    .select(['reports.id', 'reports.circle', 'reports.pin', 'reports.username'])
    .select(written('capture_time').as('capture_time'))
    .select(['reports.photo_name', 'reports.photo_bytes'])
    .select(sql<string | null>`encode(reports.photo_sha256, 'hex')`.as('photo_sha256'));
  return db.selectFrom(photos.as('photo')).select(sql<string>`row_to_json(photo)::text`.as('line'));
};

async function* rowsOf(source: Readable): AsyncGenerator<PhotoRow> {
  const lines = textLines();
  for await (const chunk of source) {
    for (const line of lines(chunk).split('\n')) if (line) yield JSON.parse(line);
  }
}

const manifestHeader = [
  'file_name',
  'report_id',
  'circle',
  'pin',
  'username',
  'capture_time',
  'problem',
];

/** `DD/MM/YYYY HH:mm:ss` as a Date with the same local time: files in a ZIP carry local time without a zone. */
const clockTime = (written: string): Date => {
  const [day = 1, month = 1, year = 1980, ...time] = written.split(/\D/).map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  return new Date(year, month - 1, day, hours, minutes, seconds);
};

/** Photos that are read ahead while an earlier one is sent; each is held in memory. */
const ahead = 3;

/** A photo read from the store, or what is wrong with it in the words of the manifest. */
interface FoundPhoto {
  content?: Buffer;
  problem?: string | undefined;
}

type ReadPhoto = (row: PhotoRow) => Promise<FoundPhoto>;

/** Rows with their photos, in the same order. Reading errors become manifest entries. */
async function* withPhotos(rows: AsyncIterable<PhotoRow>, readPhoto: ReadPhoto) {
  const begun: { row: PhotoRow; photo: Promise<FoundPhoto> }[] = [];
  for await (const row of rows) {
    begun.push({ row, photo: readPhoto(row) });
    const next = begun.length > ahead ? begun.shift() : undefined;
    if (next) yield { row: next.row, ...(await next.photo) };
  }
  for (const { row, photo } of begun) yield { row, ...(await photo) };
}

async function* entriesOf(source: Readable, readPhoto: ReadPhoto): AsyncGenerator<ZipEntry> {
  const nameOf = photoFileNames();
  const manifest = [`\uFEFF${csvLine(manifestHeader)}`];
  for await (const { row, content, problem = '' } of withPhotos(rowsOf(source), readPhoto)) {
    const { id, circle, pin, username, capture_time, photo_name } = row;
    const name = content ? nameOf(pin, path.extname(photo_name).slice(1)) : '';
    manifest.push(csvLine([name, id, circle, pin, username, capture_time, problem]));
    if (content) yield { name, content, lastModified: clockTime(capture_time) };
  }
  yield { name: 'manifest.csv', content: Buffer.from(manifest.join('')), lastModified: new Date() };
}

/** Bytes of the ZIP that may wait for the socket. */
const highWaterMark = 256 * 1024;

/** Reads a photo and verifies it against its checksum. Missing photos are logged, and the ZIP goes on. */
const photoReader =
  (photos: PhotoStore, log: FastifyBaseLogger): ReadPhoto =>
  async ({ id, photo_name, photo_bytes: bytes, photo_sha256 }) => {
    const found = async (): Promise<FoundPhoto> => {
      const content = isPhotoName(photo_name) && (await photos.read(photo_name, bytes));
      if (!content) return { problem: photoProblems.missing };
      const sha256 = photo_sha256 === null ? null : Buffer.from(photo_sha256, 'hex');
      return { content, problem: await damageOf(content, { bytes, sha256 }) };
    };
    try {
      const photo = await found();
      if (photo.problem) log.warn({ report: id, photo: photo_name }, photo.problem);
      return photo;
    } catch (error) {
      log.warn({ report: id, err: error }, photoProblems.unreadable);
      return { problem: photoProblems.unreadable };
    }
  };

/** The photos of the matching reports of the snapshot, newest first, and manifest.csv as the last file. */
export const streamPhotosZip = (
  { db, copyOut }: Snapshot,
  { photos }: Pick<Services, 'photos'>,
  filters: Selection,
  log: FastifyBaseLogger,
): Readable => {
  const source = copyOut(photoRows(db, filters), 'lines');
  const entries = entriesOf(source, photoReader(photos, log));
  const zip = Readable.from(zipOf(entries), { objectMode: false, highWaterMark });
  // Destroying the ZIP only waits for the current row; without this a long query would go on.
  zip.once('close', () => source.destroy());
  return zip;
};
