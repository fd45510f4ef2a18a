// A plan of a circle in metres: a few kilometres are flat.
export interface Point {
  latitude: number;
  longitude: number;
}

const metresPerDegree = 111_320;

/** Metres east and south of an origin. */
const offsetOf = ({ latitude, longitude }: Point, origin: Point) => ({
  east:
    (longitude - origin.longitude) * metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180),
  south: (origin.latitude - latitude) * metresPerDegree,
});

export const metresBetween = (one: Point, other: Point): number => {
  const { east, south } = offsetOf(one, other);
  return Math.hypot(east, south);
};

export interface Plan {
  /** Where a point is drawn, in pixels from the upper left corner. */
  place(point: Point): { x: number; y: number };
  metresPerPixel: number;
}

/** Room at the border, in pixels. */
const border = 24;
/** Least metres that a plan shows: two houses side by side must not fill it. */
const leastMetres = 60;

/**
 * A plan with all points, or of `radius` metres around one.
 * @param centre undefined: the middle of all points
 */
export const planOf = (
  points: readonly Point[],
  size: { width: number; height: number },
  around?: { centre: Point; radius: number },
): Plan | undefined => {
  const [first] = points;
  const origin = around?.centre ?? first;
  if (!origin) return undefined;
  const offsets = points.map((point) => offsetOf(point, origin));
  const spanOf = (values: readonly number[]): [number, number] => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return [least, most];
  };
  const [west, east] = around
    ? [-around.radius, around.radius]
    : spanOf(offsets.map((offset) => offset.east));
  const [north, south] = around
    ? [-around.radius, around.radius]
    : spanOf(offsets.map((offset) => offset.south));
  const metresPerPixel = Math.max(
    Math.max(east - west, leastMetres) / Math.max(1, size.width - 2 * border),
    Math.max(south - north, leastMetres) / Math.max(1, size.height - 2 * border),
  );
  return {
    metresPerPixel,
    place: (point) => {
      const offset = offsetOf(point, origin);
      return {
        x: size.width / 2 + (offset.east - (west + east) / 2) / metresPerPixel,
        y: size.height / 2 + (offset.south - (north + south) / 2) / metresPerPixel,
      };
    },
  };
};

/** A round length that takes at most `pixels`, for the scale: 1, 2 or 5 times a power of ten, in metres. */
export const scaleLength = (metresPerPixel: number, pixels: number): number => {
  const most = metresPerPixel * pixels;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power;
};
