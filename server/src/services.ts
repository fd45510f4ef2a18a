// Objects that exist once in the process and are passed to every call.
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import type { AddReport } from './modules/device/ingest-reports.commands.ts';
import type { LiveFeed } from './modules/live/live-feed.ts';
import type { LiveStreams } from './modules/live/live-streams.ts';
import type { MapArchive } from './modules/map/map-archive.ts';
import type { Thumbnails } from './modules/photos/thumbnails.ts';
import type { Callers } from './plugins/callers.ts';
import type { ForwardedAddresses } from './plugins/forwarded-addresses.ts';
import type { LinkKeys } from './plugins/link-keys.ts';
import type { PhoneRate } from './plugins/phone-rate.ts';
import type { PhoneStates } from './plugins/phone-states.ts';
import type { PhotoStore } from './plugins/photo-store.ts';

export interface Services {
  config: Config;
  database: Database;
  /** Finds out who calls: people by sessions, programs by API keys. */
  callers: Callers;
  photos: PhotoStore;
  thumbnails: Thumbnails;
  /** The file of the base map. */
  mapArchive: MapArchive;
  /** Ingestion of the reports of all phones of this server. */
  addReport: AddReport;
  /** Rate limits of surveyors' phones, whichever protocol they speak. */
  phoneRate: PhoneRate;
  /** Takes what phones report about themselves. */
  phoneStates: PhoneStates;
  /** The key that signs photo links now, the same on every server of a database. */
  readonly linkKey: Buffer;
  linkKeys: LinkKeys;
  /** Notifies open consoles of new reports. */
  live: LiveFeed;
  liveStreams: LiveStreams;
  /** Whether requests come through a proxy whose forwarded addresses are not believed. */
  forwarded: ForwardedAddresses;
}
