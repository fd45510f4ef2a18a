// The list of periodic jobs. Several servers of one database may run them at the same time.
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import { workOnRun } from './modules/checks/check-runs.commands.ts';
import { evaluateDue } from './modules/checks/due-checks.commands.ts';
import type { NotifyFlags } from './modules/checks/evaluate.commands.ts';
import { countNightlyValues } from './modules/checks/nightly.commands.ts';
import { readPhotoFacts } from './modules/checks/photo-facts.commands.ts';
import { forgetRemovedPins } from './modules/lists/forget-removed-pins.commands.ts';
import { forgetUndoRecords } from './modules/lists/undo-records.commands.ts';
import { openDecoder } from './modules/photos/decoder.ts';
import { sweepOrphans } from './modules/photos/orphan-photos.ts';
import { applyDeltas } from './modules/rollups/rollups.commands.ts';
import { forgetOldNetworks } from './modules/sign-in/known-networks.queries.ts';
import { forgetOldSignInCodes } from './modules/sign-in/sign-in-codes.commands.ts';
import { forgetUndoUnits } from './modules/units/undo-upload.commands.ts';
import { deliverWaiting, forgetOldDeliveries } from './modules/webhooks/deliver.commands.ts';
import { forgetExpiredApiKeys } from './plugins/api-keys.ts';
import type { PeriodicJob } from './plugins/periodic-jobs.ts';
import { forgetUnusedPhoneCredentials } from './plugins/phone-credentials.ts';
import { forgetOldPhoneStates } from './plugins/phone-states.ts';
import type { PhotoStore } from './plugins/photo-store.ts';
import { forgetEndedSessions } from './plugins/sessions.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** What the server does periodically. */
export const jobsOf = (
  config: Config,
  database: Pick<Database, 'db' | 'requests' | 'longReads' | 'rollupUpdates'>,
  photos: PhotoStore,
  live: { notifyFlags: NotifyFlags },
): PeriodicJob[] => {
  // One more process, of low priority; it ends when it is idle.
  const decoder = openDecoder();
  return [
    {
      name: 'apply deltas to the rollups',
      // With 500 reports a second at most some 2500 deltas wait; a read adds them up in a millisecond.
      everyMs: 5 * seconds,
      firstAfterMs: 5 * seconds,
      run: async () => {
        await applyDeltas(database);
        return undefined;
      },
    },
    {
      // What is due is stored with the report; it is evaluated about a second later.
      name: 'look at reports by the checks',
      everyMs: seconds,
      firstAfterMs: seconds,
      run: async (signal) => {
        while (!signal.aborted && (await evaluateDue(database, live.notifyFlags)) > 0);
        return undefined;
      },
    },
    {
      name: 'look at reports again',
      everyMs: seconds,
      firstAfterMs: 3 * seconds,
      run: async (signal) => {
        await workOnRun(database, live.notifyFlags, signal);
        return undefined;
      },
    },
    {
      name: 'read the facts of photos',
      everyMs: 2 * seconds,
      firstAfterMs: 2 * seconds,
      run: async (signal) => {
        await readPhotoFacts(database, { photos, decoder }, signal);
        return undefined;
      },
    },
    {
      name: 'count the values that reports are held against',
      everyMs: 24 * hours,
      // Soon after the start, so that a server that is restarted every night counts too.
      firstAfterMs: 10 * minutes,
      run: async () => {
        await countNightlyValues(database);
        return undefined;
      },
    },
    {
      name: 'deliver what waits for webhooks',
      // A run lasts as long as any webhook is on.
      everyMs: 2 * seconds,
      firstAfterMs: 2 * seconds,
      run: async (signal) => {
        await deliverWaiting({ db: database.db, hosts: config.WEBHOOK_HOSTS }, signal);
        return undefined;
      },
    },
    {
      name: 'sweep old deliveries of webhooks',
      everyMs: 6 * hours,
      firstAfterMs: 15 * minutes,
      run: async (signal) => {
        const deliveries = await forgetOldDeliveries(database.db, signal);
        return deliveries > 0 ? { deliveries } : undefined;
      },
    },
    {
      // Networks and browsers of sign-ins are personal data, so they are deleted when they are not needed any more.
      name: 'sweep ended sessions and old networks',
      everyMs: 6 * hours,
      firstAfterMs: 0,
      run: async () => {
        await forgetEndedSessions(database.db, config);
        await forgetOldNetworks(database.db);
        await forgetUnusedPhoneCredentials(database.db);
        await forgetOldSignInCodes(database.db);
        await forgetOldPhoneStates(database.db);
        await forgetExpiredApiKeys(database.db);
        return undefined;
      },
    },
    {
      // Records are needed only as long as changes can be undone.
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
      name: 'sweep pins that left lists long ago',
      everyMs: 6 * hours,
      firstAfterMs: 10 * minutes,
      run: async () => {
        const pins = await forgetRemovedPins(database.db);
        return pins > 0 ? { pins } : undefined;
      },
    },
    {
      name: 'sweep photos that no report points to',
      everyMs: config.PHOTO_SWEEP_HOURS * hours,
      // Soon after the start, so that a server that is restarted every night sweeps too.
      firstAfterMs: 20 * minutes,
      run: (signal) => sweepOrphans({ database, photos, now: new Date(), signal }),
    },
  ];
};
