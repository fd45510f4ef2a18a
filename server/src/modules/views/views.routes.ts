import { calls } from '@survey/contract';
import { read, write } from '../../plugins/calls.ts';
import { changeView, deleteView, savePreferences, saveView } from './views.commands.ts';
import { preferencesOf, viewsFor } from './views.queries.ts';

export const viewsRoutes = {
  reportViews: read(calls.reportViews, async ({ db, actor }) => ({
    views: await viewsFor(db, actor.id as number),
  })),
  saveReportView: write(calls.saveReportView, ({ db, actor }, { body }) =>
    saveView(db, actor, body),
  ),
  changeReportView: write(calls.changeReportView, ({ db, actor }, { body }) =>
    changeView(db, actor, body),
  ),
  deleteReportView: write(calls.deleteReportView, ({ db, actor }, { body }) =>
    deleteView(db, actor, body),
  ),
  myPreferences: read(calls.myPreferences, ({ db, actor }) =>
    preferencesOf(db, actor.id as number),
  ),
  savePreferences: write(calls.savePreferences, ({ db, actor }, { body }) =>
    savePreferences(db, actor, body),
  ),
};
