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

/** The circles of a group, the largest first. */
interface Group {
  circles: readonly string[];
  /** Whether their reports are all that the group has; else it has some of circles that are not known to be in it. */
  isWhole: boolean;
}

/**
 * The circles of each group by its key. A group that is smaller than the circle nearest to it is a part
 * of that one. A larger one has the circles whose middle is nearest to it of all groups, as far as its reports reach.
 */
export const circlesOfClusters = (
  clusters: readonly ShownCluster[],
  circles: readonly MapCircle[],
): ReadonlyMap<string, Group> => {
  const candidates = circles.map((circle) => ({ circle, key: nearest(circle, clusters)?.key }));
  const within = (cluster: ShownCluster): Group => {
    const near = nearest(cluster, circles);
    if (!near) return { circles: [], isWhole: false };
    if (near.reports >= cluster.n) return { circles: [near.circle], isWhole: true };
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
    return {
      circles: (own.length > 0 ? own : [near]).map(({ circle }) => circle),
      isWhole: left === 0,
    };
  };
  return new Map(clusters.map((cluster) => [cluster.key, within(cluster)]));
};

/** A group's name: its largest circle, and how many others there are. Undefined where no circle is known. */
const clusterName = ({ circles, isWhole }: Group): string | undefined => {
  const [first, ...others] = circles;
  if (first === undefined) return undefined;
  if (!isWhole) return t('{circle} and others', { circle: first });
  if (others.length === 0) return first;
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

/** What the view shows, by its names. */
interface NamedView {
  /** Names of groups by their keys. */
  groups: ReadonlyMap<string, string>;
  /**
   * Each group by its name with its own count, the largest first; then the circles whose reports are shown as single points.
   * So no name stands beside a count that is not its own.
   */
  places: readonly PlaceName[];
}

export const namedView = (shown: readonly Shown[], circles: readonly MapCircle[]): NamedView => {
  const clusters = shown.filter((feature) => feature.kind === 'cluster');
  const found = circlesOfClusters(clusters, circles);
  const grouped = new Set([...found.values()].flatMap((group) => group.circles));
  const groups = new Map<string, string>();
  for (const [key, group] of found) {
    const name = clusterName(group);
    if (name !== undefined) groups.set(key, name);
  }
  const named = clusters.flatMap((cluster) => {
    const name = groups.get(cluster.key);
    return name === undefined ? [] : placeName(name, cluster.n, cluster);
  });
  const others = circles
    .filter((circle) => !grouped.has(circle.circle) && nearest(circle, shown)?.kind === 'point')
    .map((circle) => placeName(circle.circle, circle.reports, circle));
  return { groups, places: [...named, ...others] };
};
