import { calls, roles } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { own } from '../../plugins/calls.ts';
import { endSession } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import { signIn } from '../sign-in/sign-in.commands.ts';
import { listFor } from './device.queries.ts';
import { streamList } from './list-stream.ts';
import { submitReport } from './submit-report.commands.ts';

export const deviceRoutes = {
  deviceSignIn: own(calls.deviceSignIn, async ({ db, actor, request }, { body }) => {
    const session = await signIn(db, {
      ...body,
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    });
    if (session.user.role_id === roles.mobileUser) return session;
    await endSession(db, session.token);
    throw new AppError('access-not-allowed', say('access-not-allowed'));
  }),
  devicePins: own(calls.devicePins, ({ db, actor, services, request }, { query }) =>
    listFor(db, actor.id as number, query.cursor, (lines) => streamList(services, request, lines)),
  ),
  submitReport: own(calls.submitReport, ({ actor, services, request }) =>
    submitReport(services, actor, request),
  ),
};
