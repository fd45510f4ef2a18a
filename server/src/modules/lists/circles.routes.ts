import { calls } from '@survey/contract';
import { own, read, write } from '../../plugins/calls.ts';
import { reaching, reachOf } from '../../plugins/circle-limits.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { readTable } from '../spreadsheets/table.ts';
import { writeSheet } from '../spreadsheets/write-sheet.ts';
import {
  circleRows,
  circleTable,
  overviewOfCircles,
  overviewOfUsers,
  previewReplace,
} from './circle-overviews.queries.ts';
import {
  assignCircleToUsers,
  deleteCircle,
  replaceCirclePins,
  storeCirclePins,
} from './circles.commands.ts';
import { allCircleNames, circleNamed, circleNamesOf } from './circles.queries.ts';
import { mobileUserNamed } from './mobile-users.queries.ts';
import { previewSplit, splitCircle } from './split-circle.commands.ts';
import { groupsOf, holdersOf } from './split-shares.queries.ts';

export const circlesRoutes = {
  circlesForUser: read(calls.circlesForUser, async ({ db, actor }, { params }) => {
    await mobileUserNamed(db, params.username);
    const circles = await allCircleNames(db);
    return { circles: circles.filter(reaching(actor)) };
  }),
  circlesAssignedToUser: read(calls.circlesAssignedToUser, async ({ db, actor }, { body }) => {
    const user = await mobileUserNamed(db, body.username);
    const circles = await circleNamesOf(db, user.id);
    return { circles: circles.filter(reaching(actor)) };
  }),
  storeCirclePins: write(calls.storeCirclePins, ({ db, actor }, { body }) =>
    storeCirclePins(db, actor, body),
  ),
  replaceCirclePins: write(calls.replaceCirclePins, ({ db, actor }, { body }) =>
    replaceCirclePins(db, actor, body),
  ),
  deleteCircle: write(calls.deleteCircle, ({ db, actor }, { body }) =>
    deleteCircle(db, actor, body),
  ),
  assignCircleToUsers: write(calls.assignCircleToUsers, ({ db, actor }, { body }) =>
    assignCircleToUsers(db, actor, body),
  ),
  userCircles: read(calls.userCircles, async ({ db, actor }) => ({
    users: await overviewOfUsers(db, reachOf(actor)),
  })),
  circleOverview: read(calls.circleOverview, async ({ db, actor }) => ({
    circles: await overviewOfCircles(db, reachOf(actor)),
  })),
  exportCircles: own(calls.exportCircles, (context, { query }) =>
    exporting(context, async (snapshot) =>
      writeSheet({ actor: context.actor, config: context.services.config }, query, {
        fileName: 'circles',
        title: 'circles',
        columns: circleTable,
        rows: readTable(snapshot, circleRows(snapshot.db, reachOf(context.actor))),
        filters: [],
      }),
    ),
  ),
  replacePreview: read(calls.replacePreview, async ({ db }, { body }) => {
    const user = await mobileUserNamed(db, body.username);
    const circle = await circleNamed(db, body.circle);
    return previewReplace(db, { userId: user.id, circleId: circle.id });
  }),
  circleGroups: read(calls.circleGroups, async ({ db }, { query }) => {
    const circle = await circleNamed(db, query.circle);
    return { ...(await groupsOf(db, circle, query)), holders: await holdersOf(db, circle) };
  }),
  previewSplit: read(calls.previewSplit, ({ db }, { body }) => previewSplit(db, body)),
  splitCircle: write(calls.splitCircle, ({ db, actor }, { body }) => splitCircle(db, actor, body)),
};
