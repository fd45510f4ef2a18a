import { calls } from '@survey/contract';
import { type Binding, read, write } from '../../plugins/calls.ts';
import { overviewOfCircles, overviewOfUsers, previewReplace } from './circle-overviews.queries.ts';
import {
  assignCircleToUsers,
  deleteCircle,
  replaceCirclePins,
  storeCirclePins,
} from './circles.commands.ts';
import { allCircleNames, circleNamed, circleNamesOf } from './circles.queries.ts';
import { mobileUserNamed } from './mobile-users.queries.ts';

export const circlesRoutes: Binding[] = [
  read(calls.circlesForUser, async ({ db }, { params }) => {
    await mobileUserNamed(db, params.username);
    return { circles: await allCircleNames(db) };
  }),
  read(calls.circlesAssignedToUser, async ({ db }, { body }) => {
    const user = await mobileUserNamed(db, body.username);
    return { circles: await circleNamesOf(db, user.id) };
  }),
  write(calls.storeCirclePins, ({ db, actor }, { body }) => storeCirclePins(db, actor, body)),
  write(calls.replaceCirclePins, ({ db, actor }, { body }) => replaceCirclePins(db, actor, body)),
  write(calls.deleteCircle, ({ db, actor }, { body }) => deleteCircle(db, actor, body)),
  write(calls.assignCircleToUsers, ({ db, actor }, { body }) =>
    assignCircleToUsers(db, actor, body),
  ),
  read(calls.userCircles, async ({ db }) => ({ users: await overviewOfUsers(db) })),
  read(calls.circleOverview, async ({ db }) => ({ circles: await overviewOfCircles(db) })),
  read(calls.replacePreview, async ({ db }, { body }) => {
    const user = await mobileUserNamed(db, body.username);
    const circle = await circleNamed(db, body.circle);
    return previewReplace(db, { userId: user.id, circleId: circle.id });
  }),
];
