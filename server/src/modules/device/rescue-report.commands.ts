// Storing a report from a rescue file, which an administrator imports for a phone that cannot send any more (ADR 82).
import { roles } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { submitReport } from './submit-report.commands.ts';

/** The surveyor whose report it is. @throws AppError not-found, user-blocked */
const surveyorNamed = async (db: Kysely<Tables>, username: string) => {
  const found = await db
    .selectFrom('users')
    .select(['id', 'role_id', 'username', 'name', 'email', 'is_active'])
    .where('role_id', '=', roles.mobileUser)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  if (!found) throw new AppError('not-found', say('no-user', { username }));
  if (!found.is_active)
    throw new AppError('user-blocked', say('rescue-of-blocked', { username: found.username }));
  return found;
};

/**
 * Stores a report as if its phone had sent it, with the same id, checks and answer. A file may so be imported twice,
 * and also after the phone has sent some of its reports.
 * @throws AppError as `submitReport`; not-found, user-blocked
 */
export const rescueReport = async (
  services: Services,
  administrator: Actor,
  { username }: { username: string },
  request: FastifyRequest,
) => {
  const { db } = services.database;
  const { is_active: _, ...surveyor } = await surveyorNamed(db, username);
  const answer = await submitReport(services, { ...administrator, ...surveyor }, request);
  const was_known = request.isRepeat === true;
  if (!was_known) {
    await db.transaction().execute((transaction) =>
      audit(transaction, administrator, {
        action: 'rescue-report',
        subject: surveyor.username,
        rowCount: 1,
        details: {
          user_id: surveyor.id,
          report: answer.id,
          submission_id: answer.submission_id,
        },
      }),
    );
  }
  return { ...answer, was_known };
};
