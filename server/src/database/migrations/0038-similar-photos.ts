// The most similar photo of each report, stored with the facts of its own photo (ADR 85).
import { type Kysely, sql } from 'kysely';

const statements = `
-- The report for another PIN with an earlier capture whose photo is most similar, and the number of bits that differ.
alter table photo_facts add column similar_id bigint, add column similar_bits smallint;

-- The report's photo was measured since, so it is compared with others once.
alter table checks_due add column is_decoded boolean not null default false;
-- Photos that were measured before are compared in the background.
insert into checks_due (report_id, is_decoded) select report_id, true from photo_facts where hash is not null;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
