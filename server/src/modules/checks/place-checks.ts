import type { ChecksOf } from './check-types.ts';
import { metresBetween, placeOf } from './distance.ts';

/** Decimals that a number needs: 31.5 has 1, 31 has none. */
const decimalsOf = (value: number): number => {
  const [, written = '0'] = value.toFixed(10).split('.');
  return written.replace(/0+$/, '').length;
};

export const placeChecks: ChecksOf<
  'place-missing' | 'place-truncated' | 'place-repeated' | 'place-far' | 'place-moved'
> = {
  'place-missing': (facts) => (placeOf(facts) ? undefined : { values: {} }),
  'place-truncated': (facts, { decimals }) => {
    const place = placeOf(facts);
    if (!place) return undefined;
    // One coordinate may end in zeros by chance: only both together are a sign of rounding.
    const most = Math.max(decimalsOf(place.latitude), decimalsOf(place.longitude));
    return most < decimals ? { values: { decimals: most } } : undefined;
  },
  'place-repeated': ({ samePlace }) =>
    samePlace
      ? { values: { pin: samePlace.pin, time: samePlace.time }, counterpart: samePlace.id }
      : undefined,
  'place-far': (facts, { metres, spreads, least }) => {
    const { middle, circle, accuracy } = facts;
    const place = placeOf(facts);
    if (!place || !middle || middle.reports < least) return undefined;
    const away = metresBetween(place, middle) - (accuracy ?? 0);
    if (away <= metres || away <= spreads * middle.spread) return undefined;
    const { reports, spread } = middle;
    return {
      values: { metres: Math.round(away), circle, reports, spread: Math.round(spread) },
    };
  },
  'place-moved': (facts, { metres }) => {
    const { earlier, accuracy } = facts;
    const [place, before] = [placeOf(facts), earlier && placeOf(earlier)];
    if (!place || !before || !earlier) return undefined;
    const away = metresBetween(place, before);
    if (away - (accuracy ?? 0) - (earlier.accuracy ?? 0) <= metres) return undefined;
    return {
      values: { metres: Math.round(away), time: earlier.time },
      counterpart: earlier.id,
    };
  },
};
