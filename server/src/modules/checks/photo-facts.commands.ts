// Measures photos after their submission was answered, one at a time, in a decoder of their own (ADR 85).
import type { Database } from '../../database/connection.ts';
import { damageOf, unreadableFor } from '../../plugins/photo-damage.ts';
import type { PhotoStore } from '../../plugins/photo-store.ts';
import { type Decoder, PhotoNotDecoded } from '../photos/decoder.ts';
import type { PhotoMeasures } from '../photos/decoder-messages.ts';
import { decodingMemory } from '../photos/decoding-memory.ts';

/** Due photos that are read from the table at once. */
const mostTaken = 50;

interface Due {
  id: number;
  report_id: number;
  photo_name: string | null;
  photo_bytes: number | null;
  photo_sha256: Buffer | null;
  has_facts: boolean;
}

const readDue = async ({ requests }: Pick<Database, 'requests'>): Promise<Due[]> => {
  const { rows } = await requests.query<Due>(
    `select due.id, due.report_id, photo_name, photo_bytes, photo_sha256, facts.report_id is not null as has_facts
      from photo_facts_due as due join reports on reports.id = due.report_id
      left join photo_facts as facts on facts.report_id = due.report_id
      order by due.id limit ${mostTaken}`,
  );
  return rows;
};

/**
 * $1 report, $2 to $7 measures, $8 due row: stores the facts, makes the report due for the checks, deletes the due row.
 */
const keepFacts = `
with kept as (
  insert into photo_facts (report_id, hash, width, height, brightness, sharpness, taken_at)
  values ($1, $2, $3, $4, $5, $6, $7::timestamptz) on conflict (report_id) do nothing returning report_id
), due as (
  insert into checks_due (report_id, is_decoded) select report_id, true from kept
)
delete from photo_facts_due where id = $8`;

const keep = ({ requests }: Pick<Database, 'requests'>, due: Due, of: PhotoMeasures | undefined) =>
  requests.query(keepFacts, [
    due.report_id,
    of?.hash ?? null,
    of?.width ?? null,
    of?.height ?? null,
    of?.brightness ?? null,
    of?.sharpness ?? null,
    of?.takenAt ?? null,
    due.id,
  ]);

/** Cameras without a clock write the year 0000 or 1970. */
const isPlausible = (takenAt: string | null): boolean =>
  takenAt !== null && takenAt >= '2000' && takenAt < '2100';

/** The measures of a photo; undefined where it is missing, damaged or cannot be decoded. */
const measuresOf = async (
  photos: PhotoStore,
  decoder: Decoder,
  { photo_name, photo_bytes, photo_sha256 }: Due,
): Promise<PhotoMeasures | undefined> => {
  if (!photo_name) return undefined;
  const bytes = await photos.read(photo_name, photo_bytes).catch((error: unknown) => {
    // Throws where the photo store does not answer at all.
    unreadableFor(photo_name, error);
    return undefined;
  });
  if (!bytes || (await damageOf(bytes, { bytes: photo_bytes, sha256: photo_sha256 }))) {
    return undefined;
  }
  try {
    // Throws where the headers already rule decoding out.
    decodingMemory(bytes);
    const measured = await decoder.measure(bytes);
    return isPlausible(measured.takenAt) ? measured : { ...measured, takenAt: null };
  } catch (error) {
    if (error instanceof PhotoNotDecoded) return undefined;
    throw error;
  }
};

/**
 * Measures due photos until none is left.
 * @returns how many were measured
 * @throws where the store or the decoder does not answer; the photos stay due
 */
export const readPhotoFacts = async (
  database: Pick<Database, 'requests'>,
  { photos, decoder }: { photos: PhotoStore; decoder: Decoder },
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  for (let due = await readDue(database); due.length > 0; due = await readDue(database)) {
    for (const one of due) {
      if (signal.aborted) return count;
      await keep(database, one, one.has_facts ? undefined : await measuresOf(photos, decoder, one));
      count += 1;
    }
  }
  return count;
};
