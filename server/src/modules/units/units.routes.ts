import { calls } from '@survey/contract';
import { type Binding, rows } from '../../plugins/calls.ts';
import { storeRecords } from './units.commands.ts';

export const unitsRoutes: Binding[] = [
  rows(calls.storeRecords, ({ services, actor }, batches) =>
    storeRecords(services.database, actor, batches),
  ),
];
