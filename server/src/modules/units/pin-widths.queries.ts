// How many digits the PINs of a circle have, where they are numbers of one length with leading zeros.
import type { calls, ReplyOf } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';

/** The first and the last PINs of a circle that are looked at: leading zeros are sorted first. */
const looked = 200;

/** Read from both ends of the index of circles and PINs, so that millions of units take no longer. */
export const pinWidths = async (db: Reader): Promise<ReplyOf<typeof calls.pinWidths>> => {
  const { rows } = await sql<{ circle: string; width: number | null }>`
    select circles.name as circle,
      case when bool_and(pin ~ '^[0-9]+$') and min(length(pin)) = max(length(pin))
        and bool_or(pin like '0%') then min(length(pin)) end as width
    from circles cross join lateral (
      (select pin from units where circle_id = circles.id and pin is not null order by pin limit ${looked})
      union all
      (select pin from units where circle_id = circles.id and pin is not null order by pin desc limit ${looked})
    ) as ends
    group by circles.id, circles.name order by circles.key`.execute(db as Kysely<Tables>);
  const widths = new Set(rows.map(({ width }) => width));
  const [only = null] = widths;
  return {
    circles: rows.flatMap(({ circle, width }) => (width === null ? [] : [{ circle, width }])),
    width: widths.size === 1 ? only : null,
  };
};
