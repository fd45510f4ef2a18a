const earthRadius = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Place {
  latitude: number;
  longitude: number;
}

/** Metres between two positions along a great circle (haversine). */
export const metresBetween = (one: Place, other: Place): number => {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const across = radians(other.longitude - one.longitude);
  const half =
    Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(across / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
};

/** The position; undefined where a coordinate is missing. */
export const placeOf = ({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Place | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };
