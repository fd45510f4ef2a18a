import { calls } from '@survey/contract';
import { type Binding, read, write } from '../../plugins/calls.ts';
import { changeView, deleteView, savePreferences, saveView } from './views.commands.ts';
import { preferencesOf, viewsFor } from './views.queries.ts';

export const viewsRoutes: Binding[] = [
  read(calls.reportViews, async ({ db, actor }) => ({
    views: await viewsFor(db, actor.id as number),
  })),
  write(calls.saveReportView, ({ db, actor }, { body }) => saveView(db, actor, body)),
  write(calls.changeReportView, ({ db, actor }, { body }) => changeView(db, actor, body)),
  write(calls.deleteReportView, ({ db, actor }, { body }) => deleteView(db, actor, body)),
  read(calls.myPreferences, ({ db, actor }) => preferencesOf(db, actor.id as number)),
  write(calls.savePreferences, ({ db, actor }, { body }) => savePreferences(db, actor, body)),
];
