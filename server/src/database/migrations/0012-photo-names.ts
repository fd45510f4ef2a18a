// A photo is asked for by its name: its report says how many bytes it has and who sent it.
import { type Kysely, sql } from 'kysely';

const statements = `
set local maintenance_work_mem = '256MB';

create index reports_photo_name on reports (photo_name) where photo_name is not null;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
