// One index for the filter of reports that wait for their photo (ADR 58), for its newest page and its count.
import { type Kysely, sql } from 'kysely';
import type { Preparation } from '../preparation.ts';

export const preparation: Preparation = {
  indexes: [
    `reports_awaiting on reports (capture_time desc, id desc)
      where replaced_by is null and photo_awaited is not null`,
  ],
};

// Only databases of development versions before 0.3.0 have this index.
const statements = 'drop index if exists reports_photo_awaited';

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
