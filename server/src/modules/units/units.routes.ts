import { calls } from '@survey/contract';
import { rows, write } from '../../plugins/calls.ts';
import { addPin } from './add-pin.commands.ts';
import { storeRecords } from './units.commands.ts';

export const unitsRoutes = {
  storeRecords: rows(calls.storeRecords, ({ services, actor }, batches) =>
    storeRecords(services.database, actor, batches),
  ),
  addPin: write(calls.addPin, ({ db, actor }, { body }) => addPin(db, actor, body)),
};
