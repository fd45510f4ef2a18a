import { calls } from '@survey/contract';
import { own, read } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { activityEntryOf, activityPage, allActors } from './activity.queries.ts';
import { streamActivityCsv } from './activity-csv.ts';
import { dryRunUndo, undoEntry } from './undo.commands.ts';

export const activityRoutes = {
  activityList: read(calls.activityList, ({ db }, { query: { before, ...filters } }) =>
    activityPage(db, filters, before),
  ),
  activityOptions: own(calls.activityOptions, async ({ db }) => ({ actors: await allActors(db) })),
  activityExport: own(calls.activityExport, (context, { query }) =>
    exporting(context, async (snapshot) => ({
      type: 'text/csv; charset=utf-8',
      fileName: 'activity.csv',
      body: streamActivityCsv(snapshot, query),
    })),
  ),
  activityDetails: read(calls.activityDetails, ({ db }, { params }) =>
    activityEntryOf(db, params.id),
  ),
  previewUndo: own(calls.previewUndo, ({ services, actor }, { body }) =>
    dryRunUndo(services.database, actor, body.id),
  ),
  undoActivity: own(calls.undoActivity, ({ services, actor }, { body }) =>
    services.live.tellingChange(() => undoEntry(services.database, actor, body.id)),
  ),
};
