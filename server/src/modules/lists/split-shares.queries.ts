// The units of a circle that are left to survey, in groups, and who shall have which of them (ADR 90).
import {
  type CircleGroup,
  compareNames,
  type Split,
  type SplitWay,
  splitLimits,
} from '@survey/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import type { Circle } from './circles.queries.ts';

/** The second part of an address, with the usual short forms of 'Street' written out. */
const street = sql`trim(regexp_replace(split_part(translate(street_address, '،', ','), ',', 2),
  '^\\s*st(reet)?\\.?\\s+(no\\.?\\s*)?(?=\\S)', 'Street ', 'i'))`;

const groupNames: { [Way in Exclude<SplitWay, 'pins'>]: RawBuilder<unknown> } = {
  street: sql`case when ${street} = '' then '' else concat_ws(' · ', nullif(block, ''), ${street}) end`,
  block: sql`block`,
  road: sql`road`,
  locality: sql`locality`,
};

const nameOf = (by: SplitWay) => (by === 'pins' ? sql`''` : groupNames[by]);

/** PINs in the order of their numbers: those of one shape stand together, W9 before W10. */
const pinOrder = (pin: RawBuilder<unknown>) =>
  sql`(regexp_replace(${pin}, '[0-9]', '', 'g') collate "C", length(${pin}), ${pin} collate "C")`;

/**
 * The circle's units with the names of their groups. One is left where no list says USED and it has no current report:
 * what was surveyed, or sent back to its surveyor, stays where it is.
 */
const unitsOf = (circle: Circle, by: SplitWay) => sql`
  select units.id, units.pin, ${nameOf(by)} as name, not (
    exists (select from assigned_pins where unit_id = units.id and status = 1)
    or exists (select from reports where circle_key = circles.key and reports.pin = units.pin
      and replaced_by is null)) as is_left
  from units join circles on circles.id = units.circle_id
  where circles.id = ${circle.id} and units.pin is not null`;

/** The groups of a circle, for a split. */
export const groupsOf = async (
  db: Reader,
  circle: Circle,
  { by, size }: { by: SplitWay; size: number },
): Promise<{ groups: CircleGroup[]; more: number }> => {
  const part =
    by === 'pins'
      ? sql`(row_number() over (order by ${pinOrder(sql`parcels.pin`)}) - 1) / ${size}::int`
      : sql`0`;
  const { rows } = await sql<CircleGroup & { all_groups: number }>`
    with parcels as materialized (${unitsOf(circle, by)}),
    placed as (select *, ${part} as part from parcels),
    places as (
      select placed.id, avg(latitude) as latitude, avg(longitude) as longitude
      from placed join reports on reports.unit_id = placed.id and replaced_by is null
      where latitude is not null and longitude is not null
      group by placed.id
    )
    select
      ${by === 'pins' ? sql`(array_agg(pin order by ${pinOrder(sql`pin`)}))[1]` : sql`name`} as "from",
      ${by === 'pins' ? sql`(array_agg(pin order by ${pinOrder(sql`pin`)} desc))[1]` : sql`name`} as "to",
      count(*)::int as units, count(*) filter (where is_left)::int as left,
      avg(latitude) as latitude, avg(longitude) as longitude, count(*) over ()::int as all_groups
    from placed left join places using (id)
    group by name, part
    order by part, name
    limit ${splitLimits.groups}`.execute(db as Kysely<Tables>);
  return {
    groups: rows
      .map(({ all_groups: _, ...group }) => group)
      .sort((one, other) => (by === 'pins' ? 0 : compareNames(one.from, other.from))),
    more: (rows[0]?.all_groups ?? 0) - rows.length,
  };
};

/** Who has the circle, and how many pins of it are left on each list. */
export const holdersOf = async (
  db: Reader,
  circle: Circle,
): Promise<{ username: string; left: number }[]> => {
  const { rows } = await sql<{ username: string; left: number }>`
    with parcels as materialized (${unitsOf(circle, 'pins')})
    select username, count(parcels.id) filter (where is_left)::int as left
    from circle_assignments
    join users on users.id = circle_assignments.user_id
    left join assigned_pins on assigned_pins.user_id = users.id
      and assigned_pins.circle_id = circle_assignments.circle_id
    left join parcels on parcels.id = assigned_pins.unit_id
    where circle_assignments.circle_id = ${circle.id}
    group by username order by lower(username)`.execute(db as Kysely<Tables>);
  return rows;
};

/** The shares of a split with their users' ids. */
export interface Shares {
  circle: Circle;
  by: SplitWay;
  groups: readonly { userId: number; from: string; to: string }[];
}

export const sharesOf = (
  { by, shares }: Split,
  circle: Circle,
  userIds: ReadonlyMap<string, number>,
): Shares => ({
  circle,
  by,
  groups: shares.flatMap(({ username, groups }) =>
    groups.map((group) => ({ userId: userIds.get(username.toLowerCase()) as number, ...group })),
  ),
});

/** As tables for `with`: `shares` has the units left that a group names, each with its one new holder. */
export const withShares = ({ circle, by, groups }: Shares) => sql`
  parcels as materialized (${unitsOf(circle, by)}),
  given as materialized (
    select * from unnest(
      ${groups.map(({ userId }) => userId)}::bigint[],
      ${groups.map(({ from }) => from)}::text[],
      ${groups.map(({ to }) => to)}::text[]
    ) as given (user_id, first, last)
  ),
  shares as materialized (
    select parcels.id as unit_id, parcels.pin, min(given.user_id) as user_id,
      count(distinct given.user_id) > 1 as is_twice
    from parcels join given on ${
      by === 'pins'
        ? sql`${pinOrder(sql`parcels.pin`)} between ${pinOrder(sql`first`)} and ${pinOrder(sql`last`)}`
        : sql`parcels.name = given.first`
    }
    where is_left
    group by parcels.id, parcels.pin
  )`;

export interface CountedSplit {
  units: number;
  unshared: number;
  /** A PIN that two users would get. */
  twice: string | null;
  people: { username: string; before: number; after: number; added: number; removed: number }[];
}

/** What a split does to each list. */
export const countSplit = async (db: Reader, shares: Shares): Promise<CountedSplit> => {
  const { rows } = await sql<CountedSplit>`
    with ${withShares(shares)}, listed as materialized (
      select assigned_pins.user_id, parcels.id as unit_id, shares.user_id as next_id
      from parcels join assigned_pins on assigned_pins.unit_id = parcels.id
      left join shares on shares.unit_id = parcels.id
      where is_left
    ), people as (
      select user_id, count(*) as before,
        count(*) filter (where next_id <> user_id) as removed, 0 as added
      from listed group by user_id
      union all
      select user_id, 0, 0, count(*) from shares
      where not exists (select from listed
        where listed.unit_id = shares.unit_id and listed.user_id = shares.user_id)
      group by user_id
    ), sums as (
      select username, sum(before)::int as before, sum(added)::int as added, sum(removed)::int as removed
      from people join users on users.id = user_id group by username
    )
    select (select count(*)::int from shares) as units,
      (select count(*)::int from parcels where is_left)
        - (select count(*)::int from shares) as unshared,
      (select min(pin) from shares where is_twice) as twice,
      (select coalesce(json_agg(json_build_object('username', username, 'before', before,
        'added', added, 'removed', removed, 'after', before + added - removed)
        order by lower(username)), '[]') from sums) as people`.execute(db as Kysely<Tables>);
  return rows[0] as CountedSplit;
};
