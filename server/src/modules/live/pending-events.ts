// Collects what a server has stored but not yet sent to the others, in as few events as possible.
import { type LiveEvent, livePlacesNamed } from '@survey/contract';

/** Most bytes of a payload; PostgreSQL takes less than 8000. */
const payloadBytes = 7000;

export interface Ingestion {
  circle: string;
  username: string;
}

/** The event with its names, or without them where there are too many or the payload would be too long. */
const shortEnough = (names: readonly string[][], event: (named: boolean) => LiveEvent) => {
  const isShort = names.every(({ length }) => length <= livePlacesNamed);
  const whole = event(isShort);
  return Buffer.byteLength(JSON.stringify(whole)) <= payloadBytes ? whole : event(false);
};

const reportsEvent = (ingestion: readonly Ingestion[]): LiveEvent => {
  const circles = [...new Set(ingestion.map(({ circle }) => circle))];
  const usernames = [...new Set(ingestion.map(({ username }) => username))];
  return shortEnough([circles, usernames], (named) => ({
    kind: 'reports',
    count: ingestion.length,
    circles: named ? circles : null,
    usernames: named ? usernames : null,
  }));
};

const flagsEvent = (flagged: ReadonlySet<string>): LiveEvent =>
  shortEnough([[...flagged]], (named) => ({
    kind: 'flags',
    circles: named ? [...flagged] : null,
  }));

interface Taken {
  event: LiveEvent;
  /** Call it where the event could not be sent: it becomes part of the next event of its kind. */
  putBack: () => void;
}

/** Collects events until `take`. */
export const pendingEvents = () => {
  let stored: Ingestion[] = [];
  let flagged = new Set<string>();
  let isChanged = false;
  return {
    addReport: (ingestion: Ingestion) => {
      stored.push(ingestion);
    },
    /** Circles whose reports have changed flags. */
    addFlags: (circles: readonly string[]) => {
      flagged = new Set([...flagged, ...circles]);
    },
    addChange: () => {
      isChanged = true;
    },
    isEmpty: () => stored.length === 0 && flagged.size === 0 && !isChanged,
    /** Takes everything since the last call, one event of each kind. */
    take: (): Taken[] => {
      const taken: Taken[] = [];
      const [reports, circles] = [stored, flagged];
      if (reports.length > 0) {
        const putBack = () => {
          stored = [...reports, ...stored];
        };
        taken.push({ event: reportsEvent(reports), putBack });
      }
      if (circles.size > 0) {
        const putBack = () => {
          flagged = new Set([...circles, ...flagged]);
        };
        taken.push({ event: flagsEvent(circles), putBack });
      }
      if (isChanged) {
        const putBack = () => {
          isChanged = true;
        };
        taken.push({ event: { kind: 'changed' }, putBack });
      }
      stored = [];
      flagged = new Set();
      isChanged = false;
      return taken;
    },
  };
};
