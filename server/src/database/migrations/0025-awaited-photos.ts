// The filter of reports that wait for their photo (ADR 58): the newest page and the count, by one index.
import { type Kysely, sql } from 'kysely';

const statements = `
create index reports_awaiting on reports (capture_time desc, id desc)
  where replaced_by is null and photo_awaited is not null;
drop index reports_photo_awaited;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
