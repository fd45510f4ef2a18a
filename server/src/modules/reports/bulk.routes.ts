// Calls on selections of reports: count, review, send back, set aside. Each names the number of reports expected.
import { Readable } from 'node:stream';
import { calls } from '@survey/contract';
import { own, read } from '../../plugins/calls.ts';
import { exporting } from '../../plugins/export-limits.ts';
import { reviewInParts } from './bulk-review.commands.ts';
import { countSelected, idsOfSelection, placeOfReport } from './bulk-selection.queries.ts';
import { sendBackInParts } from './bulk-send-back.commands.ts';
import { setAsideInParts } from './set-aside.commands.ts';

export const bulkRoutes = {
  countSelection: read(calls.countSelection, ({ db }, { body: { filters, ids } }) =>
    countSelected(db, { ...filters, ids }),
  ),
  sendBackSelection: own(calls.sendBackSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { actor, services, request } = context;
      const { filters, ids, expected_count, note } = body;
      const selection = { ...filters, ids };
      const found = await idsOfSelection(snapshot, selection, expected_count);
      const work = {
        ids: found,
        filters,
        note: note ?? null,
        log: request.log,
        notify: services.live.notifyChange,
      };
      return {
        type: 'application/x-ndjson; charset=utf-8',
        body: Readable.from(sendBackInParts(services.database, actor, work), { highWaterMark: 1 }),
      };
    }),
  ),
  reviewSelection: own(calls.reviewSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { actor, services, request } = context;
      const { filters, ids, expected_count, state, accept_critical } = body;
      const found = await idsOfSelection(snapshot, { ...filters, ids }, expected_count);
      const log = request.log;
      const notify = services.live.notifyChange;
      const work = { ids: found, filters, state, acceptCritical: accept_critical, log, notify };
      return {
        type: 'application/x-ndjson; charset=utf-8',
        body: Readable.from(reviewInParts(services.database, actor, work), { highWaterMark: 1 }),
      };
    }),
  ),
  setAsideSelection: own(calls.setAsideSelection, (context, { body }) =>
    exporting(context, async (snapshot) => {
      const { actor, services, request } = context;
      const { filters, ids, expected_count } = body;
      const selection = { ...filters, ids };
      const found = await idsOfSelection(snapshot, selection, expected_count);
      const work = { ids: found, filters, log: request.log, notify: services.live.notifyChange };
      return {
        type: 'application/x-ndjson; charset=utf-8',
        body: Readable.from(setAsideInParts(services.database, actor, work), { highWaterMark: 1 }),
      };
    }),
  ),
  reportPlace: read(calls.reportPlace, async ({ db }, { query: { id, ...filters } }) => ({
    place: await placeOfReport(db, filters, id),
  })),
};
