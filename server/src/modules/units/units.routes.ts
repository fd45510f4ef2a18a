import { calls } from '@survey/contract';
import { read, rows, write } from '../../plugins/calls.ts';
import { addPin } from './add-pin.commands.ts';
import { checkPin } from './check-pin.queries.ts';
import { storeRecords } from './units.commands.ts';

export const unitsRoutes = {
  storeRecords: rows(calls.storeRecords, ({ services, actor }, batches) =>
    storeRecords(services.database, actor, batches),
  ),
  checkPin: read(calls.checkPin, ({ db, services }, { query }) =>
    checkPin(db, query, services.config.PIN_PATTERN),
  ),
  addPin: write(calls.addPin, ({ db, actor }, { body }) => addPin(db, actor, body)),
};
