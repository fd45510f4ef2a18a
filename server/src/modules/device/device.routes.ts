import { calls, roles } from '@survey/contract';
import { own, read, write } from '../../plugins/calls.ts';
import { closeCircle } from '../lists/close-circle.commands.ts';
import { changeOwnPassword } from '../sign-in/account.commands.ts';
import { ownerOf } from '../sign-in/owner-of.ts';
import { signIn } from '../sign-in/sign-in.commands.ts';
import { signInByCode } from '../sign-in/sign-in-codes.commands.ts';
import { listFor } from './device.queries.ts';
import { placesOf } from './device-places.queries.ts';
import { streamList } from './list-stream.ts';
import { rescueReport } from './rescue-report.commands.ts';
import { submitReport } from './submit-report.commands.ts';

export const deviceRoutes = {
  deviceSignIn: own(calls.deviceSignIn, ({ db, actor, request }, { body }) =>
    signIn(db, {
      ...body,
      role: roles.mobileUser,
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    }),
  ),
  deviceCodeSignIn: own(calls.deviceCodeSignIn, ({ db, actor, request }, { body }) =>
    signInByCode(db, {
      ...body,
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    }),
  ),
  changeDevicePassword: own(calls.changeDevicePassword, ({ db, actor, request }, { body }) =>
    changeOwnPassword(db, ownerOf(actor, request), body, {
      address: actor.address,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  ),
  devicePins: own(calls.devicePins, ({ db, actor, services, request }, { query }) =>
    listFor(db, actor.id as number, query.cursor, services.linkKey, (lines) =>
      streamList(services, request, lines),
    ),
  ),
  devicePlaces: read(calls.devicePlaces, async ({ db, actor }, { query }) => ({
    places: await placesOf(db, actor.id as number, query.circle),
  })),
  submitReport: own(calls.submitReport, ({ actor, services, request }) =>
    submitReport(services, actor, request),
  ),
  rescueReport: own(calls.rescueReport, ({ actor, services, request }, { query }) =>
    rescueReport(services, actor, query, request),
  ),
  closeCircle: write(calls.closeCircle, ({ db, actor }, { body }) => closeCircle(db, actor, body)),
};
