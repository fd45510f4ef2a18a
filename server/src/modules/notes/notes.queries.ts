import type { ThreadEntry } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';

/** Notes on a pin and the answers of surveyors that came with its reports, oldest first. */
export const threadOf = (
  db: Reader,
  { circle_key, pin }: { circle_key: string; pin: string },
): Promise<ThreadEntry[]> =>
  db
    .selectFrom(
      sql<ThreadEntry & { place: number }>`(
    select kind, report_id, by, to_char(at, 'DD/MM/YYYY HH24:MI:SS') as at, text, fields, to_surveyor,
      row_number() over (order by entries.at, part, id) as place
    from (
      select coalesce(state, 'note') as kind, report_id, coalesce(nullif(author_name, ''), author) as by, at, text,
        fields, to_surveyor, 0 as part, id
      from notes where circle_key = ${circle_key} and pin = ${pin}
      union all
      select 'answer', id, coalesce(nullif(user_name, ''), username), submission_time, answer, '{}', true, 1, id
      from reports where circle_key = ${circle_key} and pin = ${pin} and answer is not null
    ) as entries)`.as('thread'),
    )
    .select(['kind', 'report_id', 'by', 'at', 'text', 'fields', 'to_surveyor'])
    .orderBy('place')
    .execute();
