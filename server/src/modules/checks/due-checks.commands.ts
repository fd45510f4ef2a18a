// Reports that are due for the checks. They are made due in the transaction that stores them and evaluated after its
// commit (ADR 84), so that a server that is killed in between loses none.
import type pg from 'pg';
import type { Database, Writer } from '../../database/connection.ts';
import { evaluate, inBatch, type NotifyFlags } from './evaluate.commands.ts';
import { laterReports } from './facts.queries.ts';
import { rulesNow } from './rules.queries.ts';
import { storeSimilar } from './similar-photos.commands.ts';

/**
 * Part of the statement that stores reports: makes them due. The statement must name before it: `arrived` with the `id`
 * of each report, `chosen` (`id`, `place`) and `given` (`place`, `photo_name`).
 */
export const makeDue = `
due as (insert into checks_due (report_id) select id from arrived),
due_photos as (insert into photo_facts_due (report_id)
  select id from arrived join chosen using (id) join given using (place) where photo_name is not null)`;

/** Makes a report due whose photo arrived after it. */
export const makePhotoDue = async (db: Writer, id: number): Promise<void> => {
  await db.insertInto('checks_due').values({ report_id: id }).execute();
  await db.insertInto('photo_facts_due').values({ report_id: id }).execute();
};

/** Due reports in a batch; the later captures that are compared with them come in addition. */
const mostDue = 200;

interface Due {
  id: number;
  report_id: number;
  is_decoded: boolean;
}

/**
 * Evaluates the oldest due reports, and the later captures that are compared with them.
 * @param notify notifies open consoles after the commit
 * @returns how many were due; 0 where none is
 */
export const evaluateDue = async (
  { db, requests }: Pick<Database, 'db' | 'requests'>,
  notify: NotifyFlags,
): Promise<number> => {
  const { rowCount } = await requests.query('select from checks_due limit 1');
  if (rowCount === 0) return 0;
  const rules = await rulesNow(db);
  const lookAt = async (client: pg.PoolClient) => {
    const { rows } = await client.query<Due>(
      `select id, report_id, is_decoded from checks_due order by id limit ${mostDue}`,
    );
    if (rows.length === 0) return { due: 0, circles: [] };
    const due = [...new Set(rows.map(({ report_id }) => report_id))];
    const later = await laterReports(client, due);
    const decoded = rows.filter(({ is_decoded }) => is_decoded);
    const similar =
      decoded.length === 0
        ? []
        : await storeSimilar(
            client,
            decoded.map(({ report_id }) => report_id),
          );
    const { circles } = await evaluate(client, rules, [...new Set([...due, ...later, ...similar])]);
    await client.query('delete from checks_due where id = any($1::bigint[])', [
      rows.map(({ id }) => id),
    ]);
    return { due: rows.length, circles };
  };
  const { due } = await notify(
    () => inBatch(requests, lookAt),
    ({ circles }) => circles,
  );
  return due;
};
