// Checks of reports: rules, flags, reports and photos that are due, facts of photos, and values that are counted every
// night (ADR 84, ADR 85).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  // Copies of a photo are found by the first bytes of its checksum, in the order of captures.
  indexes: [
    `reports_photo_copy on reports (substr(photo_sha256, 1, 8), capture_time desc)
      where photo_sha256 is not null`,
  ],
};

const statements = `
set local maintenance_work_mem = '256MB';

-- Versions of rules. The newest one is valid; a check without any has the defaults of the contract's table.
create table check_rules (
  check_name text not null,
  version integer not null,
  is_on boolean not null,
  severity text not null,
  parameters jsonb not null,
  exceptions jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by text not null,
  primary key (check_name, version)
);

create table flags (
  report_id bigint not null references reports (id),
  check_name text not null,
  -- Version of the rule that found it.
  version integer not null,
  -- 1 hint, 2 warning, 3 critical.
  severity smallint not null check (severity between 1 and 3),
  -- Values for the flag's sentence.
  found jsonb not null,
  counterpart_id bigint references reports (id),
  at timestamptz not null default now(),
  -- Time of the report, for the order of lists and of the queue.
  capture_time timestamptz not null,
  -- The report is current and new, and nobody has dismissed the flag; maintained by the trigger below.
  in_queue boolean not null,
  dismissed_at timestamptz,
  dismissed_by text,
  dismissed_reason text check (length(dismissed_reason) <= 200),
  primary key (report_id, check_name)
);
create index flags_in_queue on flags (severity desc, capture_time desc, report_id desc) where in_queue;
create index flags_check on flags (check_name, capture_time desc, report_id) where dismissed_at is null;
create index flags_severity on flags (severity, capture_time desc, report_id) where dismissed_at is null;
create index flags_counterpart_id on flags (counterpart_id) where counterpart_id is not null;

-- Reports that the checks must evaluate, written in the transaction that stores or replaces them. The report is not
-- unique, so that ingestion never waits for an evaluation.
create table checks_due (
  id bigint generated always as identity primary key,
  report_id bigint not null
);
-- Photos that must be measured.
create table photo_facts_due (
  id bigint generated always as identity primary key,
  report_id bigint not null
);

create function keep_flags_of_report() returns trigger language plpgsql as $$
begin
  update flags set in_queue = new.replaced_by is null and new.review is null
    and new.resubmission is distinct from 1 and dismissed_at is null
  where report_id = new.id;
  -- Reports that were compared with it must be evaluated again.
  if new.replaced_by is distinct from old.replaced_by then
    insert into checks_due (report_id) values (new.id);
  end if;
  return null;
end $$;
create trigger keep_flags_of_report after update of review, resubmission, replaced_by on reports
  for each row execute function keep_flags_of_report();

create table photo_facts (
  report_id bigint primary key references reports (id),
  -- 64-bit dHash; null where the photo cannot be decoded.
  hash bigint,
  width integer,
  height integer,
  -- Mean brightness, 0 black to 255 white.
  brightness real,
  -- Variance of the Laplacian of the reduced picture.
  sharpness real,
  -- EXIF time of the exposure.
  taken_at timestamptz
);
-- Of four bands of 16 bits, one is equal where up to 3 bits differ, and one differs in at most one bit where up to 7
-- differ (ADR 85).
create index photo_facts_band_1 on photo_facts ((hash >> 48 & 65535), hash, report_id) where hash is not null;
create index photo_facts_band_2 on photo_facts ((hash >> 32 & 65535), hash, report_id) where hash is not null;
create index photo_facts_band_3 on photo_facts ((hash >> 16 & 65535), hash, report_id) where hash is not null;
create index photo_facts_band_4 on photo_facts ((hash & 65535), hash, report_id) where hash is not null;

-- The values of a band to look up: the band itself and, for more than 3 bits, the 16 that differ from it by one bit.
create function near_bands(band bigint, bits integer) returns bigint[] language sql immutable parallel safe as $$
  select case when bits < 4 then array[band]
    else array_prepend(band, array(select band # (1::bigint << place) from generate_series(0, 15) as place)) end
$$;

-- Counted every night from current reports: the middle of each circle, and the median distance from it in metres.
create table circle_places (
  circle_key text primary key,
  reports integer not null,
  latitude double precision not null,
  longitude double precision not null,
  spread double precision not null
);
-- Quartiles of the areas of a land type in a circle.
create table land_areas (
  circle_key text not null,
  land text not null,
  land_reports integer not null,
  land_low double precision,
  land_high double precision,
  covered_reports integer not null,
  covered_low double precision,
  covered_high double precision,
  primary key (circle_key, land)
);

-- Counts of each surveyor's current reports of the last 30 days. A share divides one of them by all reports, by those
-- with an outcome, or by those with a land area.
create table surveyor_shares (
  username text primary key,
  reports integer not null,
  flagged integer not null,
  sent_back integer not null,
  told_outcome integer not null,
  not_surveyed integer not null,
  with_area integer not null,
  round_areas integer not null
);

create table check_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  started_by text not null,
  days integer,
  -- Reports captured earlier are left out.
  since timestamptz,
  -- The next batch has ids up to this one; ids decrease.
  next_id bigint not null,
  total integer not null,
  done integer not null default 0,
  added integer not null default 0,
  removed integer not null default 0,
  ended_at timestamptz,
  state text not null default 'running' check (state in ('running', 'complete', 'cancelled', 'failed'))
);
create unique index check_runs_running on check_runs (state) where state = 'running';
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
