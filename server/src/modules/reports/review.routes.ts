// Review of single reports. Open consoles are told after the commit.
import { calls } from '@survey/contract';
import { withRetry } from '../../database/deadlocks.ts';
import { own } from '../../plugins/calls.ts';
import { noteOnReport, reviewReport } from './review-report.commands.ts';

export const reviewRoutes = {
  reviewReport: own(calls.reviewReport, ({ db, actor, services }, { params, body }) =>
    services.live.notifyChange(() =>
      withRetry(() =>
        db.transaction().execute((change) => reviewReport(change, actor, params.id, body)),
      ),
    ),
  ),
  addNote: own(calls.addNote, async ({ db, actor, services }, { params, body }) => {
    const entry = await services.live.notifyChange(() =>
      withRetry(() =>
        db.transaction().execute((change) => noteOnReport(change, actor, params.id, body)),
      ),
    );
    return { entry };
  }),
};
