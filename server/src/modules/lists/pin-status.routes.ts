import { calls } from '@survey/contract';
import { type Binding, rows } from '../../plugins/calls.ts';
import { changeStatusBulk } from './pin-status.commands.ts';
import { findUnmatchedRows } from './pin-status.queries.ts';

export const pinStatusRoutes: Binding[] = [
  rows(calls.changeStatusBulk, ({ services, actor }, batches) =>
    changeStatusBulk(services.database, actor, batches),
  ),
  rows(calls.unmatchedPins, async ({ db }, batches) => ({
    rows: await findUnmatchedRows(db, batches),
  })),
];
