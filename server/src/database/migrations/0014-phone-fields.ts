// Fields of a visit that phones may send beside those of spec 3. Columns without a default, so that no row is
// rewritten.
import { type Kysely, sql } from 'kysely';

const statements = `
alter table reports
  add column accuracy double precision,
  add column location_time timestamptz,
  add column started_at timestamptz,
  add column outcome text,
  add column answer text,
  add column app text,
  add column app_version text,
  add column device_id text,
  -- The phone's clock when it sent the report. It comes from a header, because it differs in each attempt.
  add column device_time timestamptz;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
