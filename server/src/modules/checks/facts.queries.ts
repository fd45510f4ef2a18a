// Reads the facts of many reports in one statement that uses only indexes (ADR 84).
import type pg from 'pg';
import { capturesBefore, type Facts } from './facts.ts';

const time = (column: string) => `to_char(${column}, 'DD/MM/YYYY HH24:MI')`;
const seconds = (column: string) => `extract(epoch from ${column})::float8`;
const compared = (o: string) =>
  `json_build_object('id', ${o}.id, 'pin', ${o}.pin, 'time', ${time(`${o}.capture_time`)})`;

/**
 * $1: ids of reports. Captures at the same instant are ordered by the id that the phone chose, which is the same in
 * whatever order reports arrive. The aggregates take rows in the order of the subquery. A report that was set aside is
 * never taken as an earlier report.
 */
const statement = `
select row_to_json(facts)::text as facts from (
  select r.id, r.username, r.circle, r.circle_key as "circleKey", r.pin, r.land, r.floors_num as floors,
    r.basement as "hasBasement", r.land_area as "landArea", r.covered_area as "coveredArea",
    r.latitude, r.longitude, r.accuracy, ${seconds('r.capture_time')} as captured,
    ${time('r.capture_time')} as time,
    (extract(hour from r.capture_time) * 60 + extract(minute from r.capture_time))::int as "minuteOfDay",
    ${seconds('r.submission_time')} as arrived, ${seconds('r.started_at')} as started,
    r.photo_name is not null as "hasPhoto", r.photo_awaited is not null as "photoAwaited",
    r.was_unassigned as "wasUnassigned", r.replaced_by is null as "isCurrent",
    recent.before, recent."equalAnswers",
    case when previous.id is not null then json_build_object('id', previous.id, 'pin', previous.pin,
      'time', ${time('previous.capture_time')}, 'captured', ${seconds('previous.capture_time')},
      'latitude', previous.latitude, 'longitude', previous.longitude, 'accuracy', previous.accuracy) end as previous,
    case when same_place.id is not null then ${compared('same_place')} end as "samePlace",
    earlier.earlier, copies."copyOf", resent.resent,
    case when middles.circle_key is not null then json_build_object('reports', middles.reports,
      'latitude', middles.latitude, 'longitude', middles.longitude, 'spread', middles.spread) end as middle,
    case when areas.land_low is not null then json_build_object('reports', areas.land_reports,
      'low', areas.land_low, 'high', areas.land_high) end as "landQuartiles",
    case when areas.covered_low is not null then json_build_object('reports', areas.covered_reports,
      'low', areas.covered_low, 'high', areas.covered_high) end as "coveredQuartiles",
    case when photo.report_id is not null then json_build_object('width', photo.width, 'height', photo.height,
      'brightness', photo.brightness, 'sharpness', photo.sharpness, 'taken', ${seconds('photo.taken_at')},
      'takenTime', ${time('photo.taken_at')},
      'similar', case when nearest.id is not null then json_build_object('id', nearest.id, 'pin', nearest.pin,
        'time', ${time('nearest.capture_time')}, 'bits', photo.similar_bits) end) end as photo
  from reports as r
  cross join lateral (
    select json_build_object('ids', coalesce(json_agg(w.id), '[]'), 'pins', coalesce(json_agg(w.pin), '[]'),
        'captured', coalesce(json_agg(${seconds('w.capture_time')}), '[]')) as before,
      coalesce(min(w.n) filter (where not w.is_equal) - 1, count(*))::int as "equalAnswers",
      (array_agg(w.id) filter (where w.latitude is not null and w.longitude is not null))[1] as previous_id,
      (array_agg(w.id) filter (where w.latitude = r.latitude and w.longitude = r.longitude
        and (w.circle_key, w.pin) <> (r.circle_key, r.pin)))[1] as same_place_id
    from (
      select o.id, o.circle_key, o.pin, o.capture_time, o.latitude, o.longitude, o.accuracy,
        row_number() over (order by o.capture_time desc, o.submission_id) as n,
        (o.land, o.floors_num, o.basement, o.store_front, o.land_area, o.covered_area)
          is not distinct from (r.land, r.floors_num, r.basement, r.store_front, r.land_area, r.covered_area)
          as is_equal
      from reports as o
      where o.username = r.username and o.replaced_by is null and o.capture_time <= r.capture_time
        and o.id <> r.id
      order by o.capture_time desc, o.submission_id limit ${capturesBefore}
    ) as w
  ) as recent
  left join reports as previous on previous.id = recent.previous_id
  left join reports as same_place on same_place.id = recent.same_place_id
  left join lateral (
    select json_build_object('id', o.id, 'pin', o.pin, 'time', ${time('o.capture_time')}, 'land', o.land,
      'latitude', o.latitude, 'longitude', o.longitude, 'accuracy', o.accuracy) as earlier
    from reports as o
    where o.circle_key = r.circle_key and o.pin = r.pin and o.capture_time < r.capture_time
      and o.id <> r.id and o.replaced_by is distinct from o.id
    order by o.capture_time desc, o.submission_id limit 1
  ) as earlier on true
  left join lateral (
    select ${compared('o')} as "copyOf" from reports as o
    where substr(o.photo_sha256, 1, 8) = substr(r.photo_sha256, 1, 8) and o.photo_sha256 = r.photo_sha256
      and o.capture_time <= r.capture_time and o.id <> r.id and (o.circle_key, o.pin) <> (r.circle_key, r.pin)
    order by o.capture_time desc, o.submission_id limit 1
  ) as copies on true
  left join lateral (
    select ${compared('o')} as resent from reports as o
    where o.circle_key = r.circle_key and o.pin = r.pin and o.photo_sha256 = r.photo_sha256
      and o.capture_time < r.capture_time and o.id <> r.id
    order by o.capture_time desc, o.submission_id limit 1
  ) as resent on true
  left join circle_places as middles on middles.circle_key = r.circle_key
  left join land_areas as areas on areas.circle_key = r.circle_key and areas.land = r.land
  left join photo_facts as photo on photo.report_id = r.id
  left join reports as nearest on nearest.id = photo.similar_id
  where r.id = any($1::bigint[])
) as facts`;

/** The facts of reports, in no particular order; ids that do not exist are left out. */
export const factsOf = async (
  connection: pg.ClientBase,
  ids: readonly number[],
): Promise<Facts[]> => {
  const { rows } = await connection.query<{ facts: string }>({
    name: 'facts of reports',
    text: statement,
    values: [ids],
  });
  return rows.map(({ facts }) => JSON.parse(facts) as Facts);
};

/** Most later captures that are evaluated again for one report that arrives late. */
const laterCopies = 50;

/** $1: ids of reports that arrived or left. Finds the later captures of the same surveyor, PIN or photo. */
const laterStatement = `
select distinct later.id from reports as r cross join lateral (
  (select o.id from reports as o
    where o.username = r.username and o.replaced_by is null and o.capture_time >= r.capture_time and o.id <> r.id
    order by o.capture_time, o.id limit ${capturesBefore})
  union all
  (select o.id from reports as o
    where o.circle_key = r.circle_key and o.pin = r.pin and o.capture_time >= r.capture_time and o.id <> r.id
    order by o.capture_time, o.id limit ${capturesBefore})
  union all
  (select o.id from reports as o
    where substr(o.photo_sha256, 1, 8) = substr(r.photo_sha256, 1, 8) and o.photo_sha256 = r.photo_sha256
      and o.capture_time >= r.capture_time and o.id <> r.id
    order by o.capture_time, o.id limit ${laterCopies})
) as later
where r.id = any($1::bigint[])`;

/** Reports to evaluate again, because those of `ids` arrived, were replaced or were set aside. */
export const laterReports = async (
  connection: pg.ClientBase,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await connection.query<{ id: number }>({
    name: 'later reports',
    text: laterStatement,
    values: [ids],
  });
  return rows.map(({ id }) => id);
};
