// What the phone keeps: one IndexedDB database for each surveyor, so that a phone shared by two never mixes their work.
import type { DevicePin } from '@survey/contract';
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import type { Report } from './report.ts';

/** A circle of the surveyor with its pins; a list of 20 000 is read many times faster so than pin by pin. */
export interface StoredCircle {
  circle: string;
  pins: DevicePin[];
}

/** Numbers of a circle, for the first screen. */
export interface CircleCount {
  circle: string;
  pins: number;
  surveyed: number;
  sentBack: number;
}

export interface ListState {
  /** Of the last answer of `/api/device/pins`. */
  cursor: number;
  circles: CircleCount[];
  /** When the server last answered, in milliseconds. */
  refreshedAt: number;
}

export interface StoredPhoto {
  /** The report's id. */
  id: string;
  /** WebKit loses blobs in IndexedDB, so these are bytes. */
  bytes: ArrayBuffer;
  type: string;
  /** Null while the picture is as the camera gave it: it is made small, then hashed. */
  sha256: string | null;
}

/** The surveyor has reported that nothing is left to do in a circle; without a reason: it was opened again. */
export interface Closing {
  circle: string;
  reason: string | null;
  at: number;
  isSent: boolean;
}

/** Where reports of a circle's pins were made, as the server last said. */
export interface StoredPlaces {
  circle: string;
  /** Pin id, latitude, longitude. */
  places: readonly (readonly [number, number, number])[];
  fetchedAt: number;
}

interface PhoneSchema extends DBSchema {
  state: { key: 'list'; value: ListState };
  circles: { key: string; value: StoredCircle };
  reports: { key: string; value: Report };
  photos: { key: string; value: StoredPhoto };
  closings: { key: string; value: Closing };
  places: { key: string; value: StoredPlaces };
}

export type PhoneDatabase = IDBPDatabase<PhoneSchema>;

/**
 * Steps from each version to the next. They only add: an old page and a new service worker may share the database,
 * and unsent reports of any age must survive.
 */
const steps: readonly ((database: PhoneDatabase) => void)[] = [
  (database) => {
    database.createObjectStore('state');
    database.createObjectStore('circles', { keyPath: 'circle' });
    database.createObjectStore('reports', { keyPath: 'id' });
    database.createObjectStore('photos', { keyPath: 'id' });
  },
  (database) => {
    database.createObjectStore('closings', { keyPath: 'circle' });
    database.createObjectStore('places', { keyPath: 'circle' });
  },
];

const nameOf = (username: string) => `survey-of-${username}`;
const opened = new Map<string, Promise<PhoneDatabase>>();

const callbacks = (forget: () => void): OpenDBCallbacks<PhoneSchema> => ({
  upgrade: (database, from) => {
    for (const step of steps.slice(from)) step(database);
  },
  blocking: (_from, _to, event) => {
    (event.target as IDBDatabase).close();
    forget();
  },
  terminated: forget,
});

/** Opens a database of this version, or as a newer page in another tab has left it: steps only add. */
const openAtLeast = (name: string, forget: () => void): Promise<PhoneDatabase> =>
  openDB<PhoneSchema>(name, steps.length, callbacks(forget)).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error;
    return openDB<PhoneSchema>(name, undefined, callbacks(forget));
  });

/** The database of a surveyor, opened once; opened again where the browser has closed it (iOS does so under way). */
export const phoneDatabase = (username: string): Promise<PhoneDatabase> => {
  const name = nameOf(username);
  const known = opened.get(name);
  if (known) return known;
  const forget = () => opened.delete(name);
  const opening = openAtLeast(name, forget);
  opened.set(name, opening);
  opening.catch(forget);
  return opening;
};

/** Writes that must outlive a dead battery: `complete` comes after the disk has them. */
export const strict: IDBTransactionOptions = { durability: 'strict' };
