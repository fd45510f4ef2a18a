import { calls, type ReportView, reportFilters } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { read, write } from '../../plugins/calls.ts';
import { reaching } from '../../plugins/circle-limits.ts';
import { say } from '../../say.ts';
import { changeView, deleteView, savePreferences, saveView } from './views.commands.ts';
import { preferencesOf, viewsFor } from './views.queries.ts';

/**
 * Leaves out views with circles beyond the reader's limits: they could not be opened, and would reveal these circles.
 */
const withinLimits = (actor: Actor, views: ReportView[]): ReportView[] => {
  if (!actor.circles) return views;
  const isReachable = reaching(actor);
  return views.filter(({ filters }) => {
    const circles = reportFilters.safeParse(filters).data?.circle ?? [];
    return circles.every(isReachable);
  });
};

/** @throws AppError access-not-allowed where an administrator who is limited to reading shares a view */
const refuseSharing = ({ isReadOnly }: Actor, isShared: boolean | undefined): void => {
  if (isReadOnly && isShared) throw new AppError('access-not-allowed', say('limited-shared'));
};

export const viewsRoutes = {
  reportViews: read(calls.reportViews, async ({ db, actor }) => ({
    views: withinLimits(actor, await viewsFor(db, actor.id as number)),
  })),
  saveReportView: write(calls.saveReportView, ({ db, actor }, { body }) => {
    refuseSharing(actor, body.is_shared);
    return saveView(db, actor, body);
  }),
  changeReportView: write(calls.changeReportView, ({ db, actor }, { body }) => {
    refuseSharing(actor, body.is_shared);
    return changeView(db, actor, body);
  }),
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
