// The index of the report list in the order of submission; the other orders have theirs (ADR 91).
import { type Kysely, sql } from 'kysely';

const statements = `
set local maintenance_work_mem = '256MB';
create index reports_submission_time on reports (submission_time, id) where replaced_by is null;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
