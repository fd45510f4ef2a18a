// Which circles a group of reports is of. Tiles group by place, so a group may hold several circles, or a part of one.
import type { MapCircle } from '@survey/contract';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Shown, ShownCluster } from './shown-features.ts';

interface Place {
  lng: number;
  lat: number;
}

/** For comparisons of near places: longitudes shrink towards the poles. */
const distance = (one: Place, other: Place): number =>
  Math.hypot((one.lng - other.lng) * Math.cos((one.lat * Math.PI) / 180), one.lat - other.lat);

const nearest = <T extends Place>(to: Place, among: readonly T[]): T | undefined => {
  let best: T | undefined;
  for (const place of among) if (!best || distance(to, place) < distance(to, best)) best = place;
  return best;
};

/**
 * The circles of each group by its key, the largest first. A group that is smaller than the circle nearest to it is a part
 * of that one. A larger one has the circles whose middle is nearest to it of all groups, as far as its reports reach.
 */
export const circlesOfClusters = (
  clusters: readonly ShownCluster[],
  circles: readonly MapCircle[],
): Map<string, string[]> => {
  const candidates = circles.map((circle) => ({ circle, key: nearest(circle, clusters)?.key }));
  const within = (cluster: ShownCluster): MapCircle[] => {
    const near = nearest(cluster, circles);
    if (!near || near.reports >= cluster.n) return near ? [near] : [];
    let left = cluster.n;
    const own = candidates
      .flatMap(({ circle, key }) => (key === cluster.key ? [circle] : []))
      .sort((one, other) => distance(one, cluster) - distance(other, cluster))
      .filter(({ reports }) => {
        const fits = reports <= left;
        if (fits) left -= reports;
        return fits;
      })
      .sort((one, other) => other.reports - one.reports);
    return own.length > 0 ? own : [near];
  };
  return new Map(
    clusters.map((cluster) => [cluster.key, within(cluster).map(({ circle }) => circle)]),
  );
};

/** A group's name: its largest circle, and how many others there are. Undefined where no circle is known. */
export const clusterName = (circles: readonly string[] = []): string | undefined => {
  const [first, ...others] = circles;
  if (first === undefined || others.length === 0) return first;
  return t('{circle} and {count, plural, one {# other circle} other {# other circles}}', {
    circle: first,
    count: others.length,
  });
};

/** A name above a place of the map: 'Model Town, 2,645'. */
export interface PlaceName {
  text: string;
  lng: number;
  lat: number;
}

/** The name is isolated: it may be Urdu. */
const placeName = (name: string, reports: number, { lng, lat }: Place): PlaceName => ({
  text: `\u2068${name}\u2069, ${formatNumber(reports)}`,
  lng,
  lat,
});

/**
 * Each group by its circles with its own count, the largest first; then the circles whose reports are shown as single points.
 * So no name stands beside a count that is not its own.
 * @param shown what the view shows
 */
export const placeNames = (shown: readonly Shown[], circles: readonly MapCircle[]): PlaceName[] => {
  const clusters = shown.filter((feature) => feature.kind === 'cluster');
  const names = circlesOfClusters(clusters, circles);
  const grouped = new Set([...names.values()].flat());
  const groups = clusters.flatMap((cluster) => {
    const name = clusterName(names.get(cluster.key));
    return name === undefined ? [] : placeName(name, cluster.n, cluster);
  });
  const others = circles
    .filter((circle) => !grouped.has(circle.circle) && nearest(circle, shown)?.kind === 'point')
    .map((circle) => placeName(circle.circle, circle.reports, circle));
  return [...groups, ...others];
};
