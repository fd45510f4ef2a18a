// The nearest photo of each report, kept with the facts of its own (ADR 85).
import { type Kysely, sql } from 'kysely';

const statements = `
-- The report for another PIN, captured before, whose photo is nearest, and how many bits differ.
alter table photo_facts add column similar_id bigint, add column similar_bits smallint;

-- Its photo was measured since: it is compared with others, once.
alter table checks_due add column is_decoded boolean not null default false;
-- Photos that were measured before are compared in the background.
insert into checks_due (report_id, is_decoded) select report_id, true from photo_facts where hash is not null;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
