// The phone's position, measured from the opening of a pin on, so that it is good by the time it is wanted.
import { useEffect, useState } from 'react';
import type { Place } from '../store/report.ts';

/** Metres at which a position is taken without asking. */
export const goodAccuracy = 10;
/** Whether a place needs no reason. */
export const isAccurate = ({ accuracy }: Place): boolean => accuracy <= goodAccuracy;

/** Metres up to which a position is taken by hand without a warning. */
export const fairAccuracy = 50;
/** An older measurement may be of the house before. */
const freshMs = 60_000;

export type PositionState =
  | { kind: 'searching' }
  | { kind: 'refused' }
  | { kind: 'missing' }
  | { kind: 'found'; place: Place };

/** The better of two: a fresh one over an old one, then the more accurate. */
export const betterPlace = (best: Place | undefined, found: Place): Place =>
  best && found.at - best.at < freshMs && best.accuracy <= found.accuracy ? best : found;

/** The best position of the last minute, while the component is mounted and `isWanted`. */
export const usePosition = (isWanted: boolean): PositionState => {
  const [state, setState] = useState<PositionState>({ kind: 'searching' });
  useEffect(() => {
    if (!isWanted) return;
    if (!navigator.geolocation) return setState({ kind: 'missing' });
    let best: Place | undefined;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) => {
        best = betterPlace(best, {
          latitude,
          longitude,
          accuracy: Math.round(accuracy * 10) / 10,
          at: timestamp,
        });
        setState({ kind: 'found', place: best });
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) setState({ kind: 'refused' });
        else if (!best) setState({ kind: 'searching' });
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isWanted]);
  return state;
};
