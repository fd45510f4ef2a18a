import { calls } from '@survey/contract';
import { rows } from '../../plugins/calls.ts';
import { changeStatusBulk } from './pin-status.commands.ts';
import { findUnmatchedRows, previewStatuses } from './pin-status.queries.ts';

export const pinStatusRoutes = {
  changeStatusBulk: rows(calls.changeStatusBulk, ({ services, actor }, batches, { file }) =>
    changeStatusBulk(services.database, actor, batches, file),
  ),
  previewStatuses: rows(calls.previewStatuses, ({ db }, batches) => previewStatuses(db, batches)),
  unmatchedPins: rows(calls.unmatchedPins, async ({ db }, batches) => ({
    rows: await findUnmatchedRows(db, batches),
  })),
};
