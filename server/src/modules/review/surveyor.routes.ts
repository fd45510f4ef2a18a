import { calls, writeDay } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { read } from '../../plugins/calls.ts';
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

/** A surveyor's name; reports of deleted ones carry theirs. */
const nameOf = async (db: Reader, username: string): Promise<string> => {
  const user = await db
    .selectFrom('users')
    .select('name')
    .where('username', '=', username)
    .executeTakeFirst();
  if (user) return user.name;
  const report = await db
    .selectFrom('reports')
    .select('user_name')
    .where('username', '=', username)
    .where('replaced_by', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!report) throw new AppError('not-found', say('no-user', { username }));
  return report.user_name;
};

export const surveyorRoutes = {
  surveyorWork: read(calls.surveyorWork, async ({ db }, { params: { username }, query }) => {
    const name = await nameOf(db, username);
    const days = await daysOf(db, query);
    return {
      username,
      name,
      date_from: writeDay(days.from),
      date_to: writeDay(days.to),
      ...(await countsOf(db, username, days)),
      flags: await flagsByCheck(db, username, days),
      hours: await hoursOf(db, username, days),
      days: await byDay(db, username, days),
      shares: await sharesOf(db, username),
    };
  }),
  surveyorDay: read(calls.surveyorDay, ({ db }, { params, query }) =>
    visitsOf(db, params.username, query.date),
  ),
};
