// Lines of longitude and latitude, for orientation without a basemap.
interface View {
  west: number;
  south: number;
  east: number;
  north: number;
}

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const linesWanted = 8;

/** Degrees between lines that give about eight of them in a view. */
export const graticuleStep = ({ west, east }: View): number =>
  steps.find((step) => (east - west) / step >= linesWanted / 2) ?? (steps.at(-1) as number);

const multiples = (from: number, to: number, step: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
    (_, at) => (Math.ceil(from / step) + at) * step,
  );

/** The lines of a view as GeoJSON. */
export const graticule = (view: View) => {
  const step = graticuleStep(view);
  const [south, north] = [Math.max(-85, view.south), Math.min(85, view.north)];
  const line = (coordinates: [number, number][]) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates },
  });
  return {
    type: 'FeatureCollection' as const,
    features: [
      ...multiples(view.west, view.east, step).map((lng) =>
        line([
          [lng, south],
          [lng, north],
        ]),
      ),
      ...multiples(south, north, step).map((lat) =>
        line([
          [view.west, lat],
          [view.east, lat],
        ]),
      ),
    ],
  };
};
