// The review queue: open reports, and random samples that are stored when they are drawn (ADR 86).
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  // For the number of reports that a person has reviewed today.
  indexes: [
    'reports_reviewed_by on reports (reviewed_by, reviewed_at) where reviewed_by is not null',
  ],
};

const statements = `
create table open_reports (
  report_id bigint not null references reports (id),
  user_id bigint not null references users (id) on delete cascade,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (report_id, user_id)
);
create index open_reports_user_id on open_reports (user_id);

create table review_samples (
  id bigint generated always as identity primary key,
  drawn_at timestamptz not null default now(),
  drawn_by text not null,
  percent double precision not null,
  date_from date not null,
  date_to date not null,
  seed text not null,
  reports integer not null,
  surveyors integer not null
);
create table sampled_reports (
  sample_id bigint not null references review_samples (id),
  -- Position in the order of the draw.
  place integer not null,
  report_id bigint not null references reports (id),
  primary key (sample_id, place)
);
create index sampled_reports_report_id on sampled_reports (report_id);
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
