// Webhooks and their deliveries, which are written in the transaction of the change (ADR 96).
import { type Kysely, sql } from 'kysely';

/** The message about a report, stored as text so that a late attempt sends the same bytes. */
const message = (event: string, report: string, more = `'{}'::jsonb`) => `(jsonb_build_object(
    'type', ${event},
    'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', jsonb_build_object(
      'id', ${report}.id, 'circle', ${report}.circle, 'pin', ${report}.pin, 'username', ${report}.username,
      'land', ${report}.land, 'land_area', ${report}.land_area, 'covered_area', ${report}.covered_area,
      'floors_num', ${report}.floors_num, 'latitude', ${report}.latitude, 'longitude', ${report}.longitude,
      'capture_time', to_char(${report}.capture_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'submission_time', to_char(${report}.submission_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'review', case when ${report}.resubmission = 1 then 'sent_back' else coalesce(${report}.review, 'new') end,
      'reviewed_by', ${report}.reviewed_by, 'is_second', ${report}.is_second
    ) || ${more}
  ))::text`;

/** SQL that adds deliveries of the events of `from` (event, and the report as `r`) to the webhooks that want them. */
const deliver = (from: string, more?: string) => `
  insert into webhook_deliveries (webhook_id, event, circle, pin, payload)
  select webhooks.id, event, r.circle, r.pin, ${message('event', 'r', more)}
  from ${from}
  join webhooks on (is_on or off_reason = 'failing') and event = any (events) and (circle_keys is null or r.circle_key = any (circle_keys))
  order by r.id`;

const statements = `
create table webhooks (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null,
  -- Names as they were given, and their keys; null: all circles.
  circles text[],
  circle_keys text[],
  -- Sealed with a key of the servers.
  secret bytea not null,
  earlier_secret bytea,
  earlier_until timestamptz,
  is_on boolean not null default true,
  -- While the reason is failures, events are kept until the receiver is repaired.
  off_reason text check (off_reason in ('by-hand', 'failing', 'gone')),
  failing_since timestamptz,
  -- A receiver that failed gets no messages until then.
  rests_until timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  circle text not null,
  pin text not null,
  payload text not null,
  at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Sent again by hand; new events go first.
  is_resent boolean not null default false,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  attempted_at timestamptz,
  status integer,
  -- Id of the message that says why the last attempt failed.
  problem text
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, is_resent, next_at, id) where state = 'waiting';
-- For sending the oldest delivery of a pin first.
create index webhook_deliveries_pin on webhook_deliveries (webhook_id, circle, pin, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_at on webhook_deliveries (at);

create function deliver_stored_reports() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks) then
    ${deliver(`(select stored.*, case when resubmission = 0 then 'report.resubmitted' else 'report.received' end as event
      from stored) as r`)};
  end if;
  return null;
end $$;
create trigger deliver_stored_reports after insert on reports
  referencing new table as stored for each statement execute function deliver_stored_reports();

create function deliver_reviewed_report() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks) then
    ${deliver(`(select new.*, case when new.resubmission = 1 and old.resubmission is distinct from 1
      then 'report.sent_back' else 'report.reviewed' end as event) as r`)};
  end if;
  return null;
end $$;
create trigger deliver_reviewed_report after update of review, resubmission on reports for each row
  when (new.replaced_by is null and (new.review is distinct from old.review
    or (new.resubmission is not distinct from 1) <> (old.resubmission is not distinct from 1)))
  execute function deliver_reviewed_report();

create function deliver_flags() returns trigger language plpgsql as $$
begin
  if exists (select from webhooks) then
    ${deliver(
      `(select reports.*, 'report.flagged' as event, flags from (
        select report_id, jsonb_agg(jsonb_build_object('check', check_name,
          'severity', (array['hint', 'warning', 'critical'])[severity], 'found', stored.found) order by check_name) as flags
        from stored group by report_id
      ) as flagged join reports on reports.id = report_id) as r`,
      `jsonb_build_object('flags', r.flags)`,
    )};
  end if;
  return null;
end $$;
create trigger deliver_flags after insert on flags
  referencing new table as stored for each statement execute function deliver_flags();
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
