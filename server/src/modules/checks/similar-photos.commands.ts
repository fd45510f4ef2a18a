// Finds the nearest photo of each report once, when its own is decoded, and keeps it with the facts (ADR 85). Captures are
// compared backwards: an earlier one whose photo comes late is kept with the later ones too.
import type pg from 'pg';

/** Most bits that a similar photo may differ by: what the index of bands finds (ADR 85). */
const mostBits = 7;

const bands = [48, 32, 16, 0];
const bandOf = (hash: string, shift: number) =>
  shift === 0 ? `(${hash} & 65535)` : `(${hash} >> ${shift} & 65535)`;
const bitsApart = 'bit_count((n.hash # p.hash)::bit(64))::int';

/**
 * Most photos of a band's value that are compared, and of near ones that are kept in mind. Photos of a covered lens are
 * all alike: without a bound, each of thousands would be compared with each. At ten million photos a value has 150.
 */
const mostOfBand = 500;
const mostNear = 100;

/** Photos that are near those of reports p, found by any of the four bands; the nearest and newest, up to a bound. */
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
 * $1: ids of reports. Of each pair of near photos, for other PINs and of other bytes, the earlier capture is a candidate
 * of the later one; of equal times each is the other's. The nearest is kept; of equally near ones the newest capture.
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
 * Finds the nearest photos of reports whose photos were decoded.
 * @param ids reports; those without a decoded photo are passed over
 * @returns the reports whose nearest photo is another now: these, and later captures
 */
export const keepSimilar = async (
  connection: pg.ClientBase,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await connection.query<{ id: number }>({
    name: 'keep similar photos',
    text: similarStatement,
    values: [ids],
  });
  return rows.map(({ id }) => id);
};
