import { calls } from '@survey/contract';
import { type Binding, rows, write } from '../../plugins/calls.ts';
import { addPin } from './add-pin.commands.ts';
import { storeRecords } from './units.commands.ts';

export const unitsRoutes: Binding[] = [
  rows(calls.storeRecords, ({ services, actor }, batches) =>
    storeRecords(services.database, actor, batches),
  ),
  write(calls.addPin, ({ db, actor }, { body }) => addPin(db, actor, body)),
];
