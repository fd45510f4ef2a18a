import { calls } from '@survey/contract';
import { type Binding, rows } from '../../plugins/calls.ts';
import { changeStatusBulk } from './pin-status.commands.ts';

export const pinStatusRoutes: Binding[] = [
  rows(calls.changeStatusBulk, ({ services, actor }, batches) =>
    changeStatusBulk(services.database, actor, batches),
  ),
];
