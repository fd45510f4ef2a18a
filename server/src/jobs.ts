// The list of periodic jobs. Several servers of one database may run them at the same time.
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { forgetUndoRecords } from './modules/lists/undo-records.commands.ts';
import { sweepOrphans } from './modules/photos/orphan-photos.ts';
import { applyDeltas } from './modules/rollups/rollups.commands.ts';
import { forgetOldNetworks } from './modules/sign-in/known-networks.queries.ts';
import { forgetUndoUnits } from './modules/units/undo-upload.commands.ts';
import type { PeriodicJob } from './plugins/periodic-jobs.ts';
import { forgetUnusedPhoneCredentials } from './plugins/phone-credentials.ts';
import type { PhotoStore } from './plugins/photo-store.ts';
import { forgetEndedSessions } from './plugins/sessions.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** What the server does periodically. */
export const jobsOf = (
  config: Config,
  database: Pick<Database, 'db' | 'longReads' | 'rollupUpdates'>,
  photos: PhotoStore,
): PeriodicJob[] => [
  {
    name: 'apply deltas to the rollups',
    // At 500 reports a second at most some 2500 deltas wait: reads add them up in a millisecond.
    everyMs: 5 * seconds,
    firstAfterMs: 5 * seconds,
    run: async () => {
      await applyDeltas(database);
      return undefined;
    },
  },
  {
    // Where a person signed in from, with which browser, is not kept longer than it is needed.
    name: 'sweep ended sessions and old networks',
    everyMs: 6 * hours,
    firstAfterMs: 0,
    run: async () => {
      await forgetEndedSessions(database.db, config);
      await forgetOldNetworks(database.db);
      await forgetUnusedPhoneCredentials(database.db);
      return undefined;
    },
  },
  {
    // Changes can be undone for some days; their records go after that.
    name: 'sweep undo records',
    everyMs: 6 * hours,
    firstAfterMs: 0,
    run: async () => {
      await forgetUndoRecords(database.db);
      await forgetUndoUnits(database.db);
      return undefined;
    },
  },
  {
    name: 'sweep photos that no report points to',
    everyMs: config.PHOTO_SWEEP_HOURS * hours,
    // A server that is restarted every night sweeps too.
    firstAfterMs: 20 * minutes,
    run: (signal) => sweepOrphans({ database, photos, now: new Date(), signal }),
  },
];
