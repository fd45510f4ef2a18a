// Which circles a group of reports is of. Tiles group by place, so a group may hold several circles, or a part of one.
import type { MapCircle } from '@survey/contract';
import type { ShownCluster } from './shown-features.ts';

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
