import { calls } from '@survey/contract';
import { type Binding, own, read } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { activityEntryOf, activityPage, allActors } from './activity.queries.ts';
import { streamActivityCsv } from './activity-csv.ts';
import { dryRunUndo, undoEntry } from './undo.commands.ts';

export const activityRoutes: Binding[] = [
  read(calls.activityList, ({ db }, { query: { before, ...filters } }) =>
    activityPage(db, filters, before),
  ),
  own(calls.activityOptions, async ({ db }) => ({ actors: await allActors(db) })),
  own(calls.activityExport, (context, { query }) =>
    exporting(context, async (snapshot) => ({
      type: 'text/csv; charset=utf-8',
      fileName: 'activity.csv',
      body: streamActivityCsv(snapshot, query),
    })),
  ),
  read(calls.activityDetails, ({ db }, { params }) => activityEntryOf(db, params.id)),
  own(calls.previewUndo, ({ services, actor }, { body }) =>
    dryRunUndo(services.database, actor, body.id),
  ),
  own(calls.undoActivity, async ({ services, actor }, { body }) => {
    const undone = await undoEntry(services.database, actor, body.id);
    services.live.announceChange();
    return undone;
  }),
];
