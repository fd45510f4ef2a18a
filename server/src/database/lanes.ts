// The queues for connections: of reads, of feeds and of uploads (ADR 40, ADR 73).
import { openLane } from './lane.ts';

/** Share of the request connections, in tenths, that reads may not use: for sign-in, sessions, phones and writers. */
const keptFromReads = 3;
/** Parallel reads of one person; half of it where there are few connections. */
const readsOfOne = 4;
/** Longest wait of a read in the lane, in milliseconds. */
const readWaitMs = 10_000;
/** Parallel reads with one API key; more wait, for this many milliseconds. */
const feedsOfOne = 2;
const feedWaitMs = 30_000;
/** Parallel uploads of one person. */
const uploadsOfOne = 2;
/** Longest wait of an upload, in the lane and then for its connection, in milliseconds. */
export const uploadWaitMs = 60_000;

interface LaneSettings {
  /** Connections of each kind. */
  connections: { requests: number; feeds: number; uploads: number };
  /** Statement timeout of requests, in milliseconds. */
  requestLimitMs: number;
  /** Most that wait in a queue. Half of them may be one person's. */
  queue: number;
}

export const openLanes = ({ connections, requestLimitMs, queue }: LaneSettings) => {
  const { requests, feeds, uploads } = connections;
  const waiting = { waiting: queue, waitingOfOne: Math.ceil(queue / 2) };
  const places = requests - Math.ceil((requests * keptFromReads) / 10);
  return {
    readLane: openLane({
      places,
      placesOfOne: Math.min(readsOfOne, Math.ceil(places / 2)),
      ...waiting,
      waitMs: Math.min(readWaitMs, requestLimitMs),
    }),
    feedLane: openLane({
      places: feeds,
      placesOfOne: Math.min(feedsOfOne, feeds),
      ...waiting,
      waitMs: feedWaitMs,
    }),
    uploadLane: openLane({
      places: uploads,
      placesOfOne: Math.min(uploadsOfOne, uploads),
      ...waiting,
      waitMs: uploadWaitMs,
    }),
  };
};
