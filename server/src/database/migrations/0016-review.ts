// Notes on pins, ready-made reasons for sending back, and who reviewed a report when (ADR 63, ADR 64).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  expand: `
alter table reports
  -- Null: new, or sent back where resubmission is 1. That a report is sent back is stored in resubmission alone
  -- (R18).
  add column if not exists review text,
  add column if not exists reviewed_at timestamptz,
  add column if not exists reviewed_by text,
  -- Raised by every change of the state, so that changes based on an older state can be refused.
  add column if not exists review_version integer not null default 0;
`,
};

const statements = `
-- The thread of a pin contains notes on all its reports. Answers of surveyors are in reports.answer.
create table notes (
  id bigint generated always as identity primary key,
  circle_key text not null,
  pin text not null,
  -- The report that the author saw.
  report_id bigint not null references reports (id),
  at timestamptz not null default now(),
  -- Copies, because the administrator may be renamed or deleted later.
  author text not null,
  author_name text not null,
  -- The state that the report got with the note; null where it got none.
  state text,
  text text not null check (length(text) <= 1000),
  fields text[] not null default '{}',
  -- Whether phones that have the pin get the note.
  to_surveyor boolean not null
);
create index notes_pin on notes (circle_key, pin, id desc);
create index notes_report_id on notes (report_id);

create table note_reasons (
  position integer primary key,
  text text not null,
  fields text[] not null default '{}'
);
insert into note_reasons (position, text, fields) values
  (1, 'The photo does not show the house.', '{photo}'),
  (2, 'The photo is too dark or blurred.', '{photo}'),
  (3, 'The place is off.', '{place}'),
  (4, 'The areas cannot be right.', '{land_area,covered_area}'),
  (5, 'The number of floors differs from the photo.', '{floors_num}'),
  (6, 'The land type differs from the photo.', '{land}');

alter table reports
  -- Existing rows need no check: they have no value.
  add constraint reports_review_check check (
    review is null or (review in ('in_question', 'accepted', 'accepted_unseen')
      and resubmission is distinct from 1)) not valid;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
