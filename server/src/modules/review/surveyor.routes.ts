import { calls, writeDay } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { read } from '../../plugins/calls.ts';
import { hasCircleOf, isReached, type Reach, reachOf } from '../../plugins/circle-limits.ts';
import { say } from '../../say.ts';
import {
  byDay,
  countsOf,
  daysOf,
  flagsByCheck,
  hoursOf,
  sharesOf,
  visitsOf,
} from './surveyor.queries.ts';

/**
 * A surveyor's name; for a deleted one, from the reports.
 * @throws AppError not-found, also where the surveyor has none of the reader's circles and no report in one
 */
const nameOf = async (db: Reader, username: string, reach: Reach): Promise<string> => {
  const user = await db
    .selectFrom('users')
    .select('name')
    .where('username', '=', username)
    .$if(reach !== undefined, (query) => query.where(hasCircleOf(reach)))
    .executeTakeFirst();
  if (user) return user.name;
  const report = await db
    .selectFrom('reports')
    .select('user_name')
    .where('username', '=', username)
    .where('replaced_by', 'is', null)
    .where(isReached(reach, 'circle_key'))
    .limit(1)
    .executeTakeFirst();
  if (!report) throw new AppError('not-found', say('no-user', { username }));
  return report.user_name;
};

export const surveyorRoutes = {
  surveyorWork: read(calls.surveyorWork, async ({ db, actor }, { params: { username }, query }) => {
    const reach = reachOf(actor);
    const work = { username, reach };
    const name = await nameOf(db, username, reach);
    const days = await daysOf(db, query);
    return {
      username,
      name,
      date_from: writeDay(days.from),
      date_to: writeDay(days.to),
      ...(await countsOf(db, work, days)),
      flags: await flagsByCheck(db, work, days),
      hours: await hoursOf(db, work, days),
      days: await byDay(db, work, days),
      // The nightly counts cover all circles and the whole team, so they are not shown within a reach.
      shares: reach ? [] : await sharesOf(db, username),
    };
  }),
  surveyorDay: read(calls.surveyorDay, ({ db, actor }, { params, query }) =>
    visitsOf(db, { username: params.username, reach: reachOf(actor) }, query.date),
  ),
};
