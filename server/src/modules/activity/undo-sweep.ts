// Removes undo records some time after their change can no longer be undone.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { forgetUndoRecords } from '../lists/undo-records.commands.ts';
import { forgetUndoUnits } from '../units/undo-upload.commands.ts';

const everyMs = 6 * 3600 * 1000;

/** Sweeps periodically while the server runs. Several servers may do so at the same time. */
export const sweepUndo = async (
  app: FastifyInstance,
  { services }: { services: Pick<Services, 'database'> },
): Promise<void> => {
  const { db } = services.database;
  const sweep = () =>
    forgetUndoRecords(db)
      .then(() => forgetUndoUnits(db))
      .catch((error: Error) => app.log.warn({ err: error }, 'undo records were not swept'));
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onListen', sweep);
};
