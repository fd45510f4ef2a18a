import { calls } from '@survey/contract';
import { own, read } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { readTable } from '../spreadsheets/table.ts';
import { writeSheet } from '../spreadsheets/write-sheet.ts';
import {
  activityEntryOf,
  activityPage,
  activityRows,
  activityTable,
  allActors,
} from './activity.queries.ts';
import { dryRunUndo, undoEntry } from './undo.commands.ts';

export const activityRoutes = {
  activityList: read(calls.activityList, ({ db, actor }, { query: { before, ...filters } }) =>
    activityPage(db, actor, filters, before),
  ),
  activityOptions: own(calls.activityOptions, async ({ db, actor }) => ({
    actors: actor.circles ? [actor.username] : await allActors(db),
  })),
  activityExport: own(calls.activityExport, (context, { query }) =>
    exporting(context, async (snapshot) => {
      const { format, language, ...filters } = query;
      const { actor, services } = context;
      return writeSheet(
        { actor, config: services.config },
        { format, language },
        {
          fileName: 'activity',
          title: 'activity',
          columns: activityTable,
          rows: readTable(snapshot, activityRows(snapshot.db, actor, filters)),
          filters: Object.entries(filters).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as const],
          ),
        },
      );
    }),
  ),
  activityDetails: read(calls.activityDetails, ({ db, actor }, { params }) =>
    activityEntryOf(db, actor, params.id),
  ),
  previewUndo: own(calls.previewUndo, ({ services, actor }, { body }) =>
    dryRunUndo(services.database, actor, body.id),
  ),
  undoActivity: own(calls.undoActivity, ({ services, actor }, { body }) =>
    services.live.notifyChange(() => undoEntry(services.database, actor, body.id)),
  ),
};
