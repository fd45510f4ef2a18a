import { calls } from '@survey/contract';
import { read, rows, write } from '../../plugins/calls.ts';
import { circleNamed } from '../lists/circles.queries.ts';
import { addPin } from './add-pin.commands.ts';
import { checkPin } from './check-pin.queries.ts';
import { correctUnit } from './correct-unit.commands.ts';
import { pinWidths } from './pin-widths.queries.ts';
import { unitDetails } from './unit-details.queries.ts';
import { storeRecords } from './units.commands.ts';
import { withdrawUnit } from './withdraw-unit.commands.ts';

export const unitsRoutes = {
  storeRecords: rows(calls.storeRecords, ({ services, actor }, batches, { file }) =>
    storeRecords(services.database, actor, batches, file),
  ),
  checkPin: read(calls.checkPin, ({ db, services }, { query }) =>
    checkPin(db, query, services.config.PIN_PATTERN),
  ),
  pinWidths: read(calls.pinWidths, ({ db }) => pinWidths(db)),
  unitDetails: read(calls.unitDetails, async ({ db }, { query }) =>
    unitDetails(db, await circleNamed(db, query.circle), query.pin),
  ),
  correctUnit: write(calls.correctUnit, ({ db, actor }, { body }) => correctUnit(db, actor, body)),
  withdrawUnit: write(calls.withdrawUnit, ({ db, actor }, { body }) =>
    withdrawUnit(db, actor, body),
  ),
  addPin: write(calls.addPin, ({ db, actor }, { body }) => addPin(db, actor, body)),
};
