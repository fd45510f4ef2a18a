import { circleKey } from '@survey/contract';
import { sql } from 'kysely';
import type { Writer } from '../../database/connection.ts';

/** Links the reports of a circle and PIN to a unit that came back; the database unlinked them when it was withdrawn. */
export const linkReports = async (
  db: Writer,
  { circle, pin, unitId }: { circle: string; pin: string; unitId: number },
): Promise<void> => {
  await sql`
    update reports set unit_id = ${unitId}
    where circle_key = ${circleKey(circle)} and pin = ${pin} and unit_id is null`.execute(db);
};
