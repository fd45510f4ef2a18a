// The filter of reports that wait for their photo (ADR 58): the newest page and the count, by one index.
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  indexes: [
    `reports_awaiting on reports (capture_time desc, id desc)
      where replaced_by is null and photo_awaited is not null`,
  ],
};

// Databases of some days before 0.3.0 have it.
const statements = 'drop index if exists reports_photo_awaited';

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
