// Finds the most similar earlier photo of each report, once its own photo is decoded, and stores it with the facts (ADR
// 85). Where an earlier photo is decoded late, the later captures get it too.
import type pg from 'pg';

/** Most bits by which similar photos differ: the index of bands finds no more (ADR 85). */
const mostBits = 7;

const bands = [48, 32, 16, 0];
const bandOf = (hash: string, shift: number) =>
  shift === 0 ? `(${hash} & 65535)` : `(${hash} >> ${shift} & 65535)`;
const bitsApart = 'bit_count((n.hash # p.hash)::bit(64))::int';

/**
 * Most photos that are compared for one value of a band, and most similar photos that are kept as candidates. Photos of
 * a covered lens are all alike: without a bound, each of thousands would be compared with every other. With ten million
 * photos, a value has about 150.
 */
const mostOfBand = 500;
const mostNear = 100;

/** Photos similar to those of reports p, found by any of the four bands: the nearest and newest, up to a bound. */
const near = `select report_id, bits from (${bands
  .map(
    (shift) => `select n.report_id, ${bitsApart} as bits
      from unnest(near_bands(${bandOf('p.hash', shift)}, ${mostBits})) as value
      cross join lateral (
        select report_id, hash from photo_facts
        where hash is not null and ${bandOf('hash', shift)} = value limit ${mostOfBand}
      ) as n
      where n.report_id <> p.report_id and ${bitsApart} <= ${mostBits}`,
  )
  .join('\n union ')}) as found order by bits, report_id desc limit ${mostNear}`;

/**
 * $1: ids of reports. Of two similar photos, of different PINs and with different bytes, the earlier capture is a
 * candidate of the later one; at equal times each is a candidate of the other. The nearest candidate is stored; of
 * equally near ones, the newest capture.
 */
export const similarStatement = `
with pairs as materialized (
  select r.id, r.capture_time, o.id as other, o.capture_time as other_time, near.bits
  from photo_facts as p join reports as r on r.id = p.report_id
  cross join lateral (${near}) as near
  join reports as o on o.id = near.report_id
  where p.report_id = any($1::bigint[]) and p.hash is not null
    and (o.circle_key, o.pin) <> (r.circle_key, r.pin) and o.photo_sha256 is distinct from r.photo_sha256
), candidates as (
  select id, other as earlier, bits from pairs where other_time <= capture_time
  union select other, id, bits from pairs where capture_time <= other_time
), kept as (
  select * from candidates
  union select report_id, similar_id, similar_bits from photo_facts
    where report_id in (select id from candidates) and similar_id is not null
), nearest as (
  select distinct on (kept.id) kept.id, kept.earlier, kept.bits
  from kept join reports on reports.id = kept.earlier
  order by kept.id, kept.bits, reports.capture_time desc, reports.submission_id
)
update photo_facts set similar_id = nearest.earlier, similar_bits = nearest.bits
from nearest
where report_id = nearest.id and (similar_id, similar_bits) is distinct from (nearest.earlier, nearest.bits)
returning report_id as id`;

/**
 * Finds the most similar photos of reports whose photos were decoded.
 * @param ids reports; those without a decoded photo are skipped
 * @returns the reports whose most similar photo has changed: some of `ids`, and later captures
 */
export const storeSimilar = async (
  connection: pg.ClientBase,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await connection.query<{ id: number }>({
    name: 'store similar photos',
    text: similarStatement,
    values: [ids],
  });
  return rows.map(({ id }) => id);
};
