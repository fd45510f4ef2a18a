// The queues for connections: reads, feeds and uploads (ADR 40, ADR 73).
import { openLane } from './lane.ts';

/** Tenths of the request connections that reads may not use: they are for sign-in, sessions, phones and changes. */
const keptFromReads = 3;
/** Parallel reads of one person; at most half of the read places. */
const readsOfOne = 4;
/** Longest wait of a read in its queue, in milliseconds. */
const readWaitMs = 10_000;
/** Parallel reads with one API key, and the longest wait of further ones, in milliseconds. */
const feedsOfOne = 2;
const feedWaitMs = 30_000;
/** Parallel uploads of one person. */
const uploadsOfOne = 2;
/** Longest wait of an upload in its queue, and again for its connection, in milliseconds. */
export const uploadWaitMs = 60_000;

interface LaneSettings {
  /** Connections of each pool. */
  connections: { requests: number; feeds: number; uploads: number };
  /** Statement timeout of requests, in milliseconds. */
  requestLimitMs: number;
  /** Longest queue. One person may fill half of it. */
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
