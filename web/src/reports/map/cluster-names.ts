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
 * The circles of each group by its key, the largest first: those whose middle is nearest to this group of all that are
 * shown, as far as its reports reach (a circle beyond the view has the last group before it nearest). Where there are
 * none, the circle that is nearest to the group.
 */
export const circlesOfClusters = (
  clusters: readonly ShownCluster[],
  circles: readonly MapCircle[],
): Map<string, string[]> => {
  const candidates = circles.map((circle) => ({ circle, key: nearest(circle, clusters)?.key }));
  return new Map(
    clusters.map((cluster) => {
      let left = cluster.n;
      const own = candidates
        .flatMap(({ circle, key }) => (key === cluster.key ? [circle] : []))
        .sort((one, other) => distance(one, cluster) - distance(other, cluster))
        .filter(({ reports }) => {
          const isWithin = reports <= left;
          if (isWithin) left -= reports;
          return isWithin;
        })
        .sort((one, other) => other.reports - one.reports);
      const near = own.length === 0 ? nearest(cluster, circles) : undefined;
      return [cluster.key, (near ? [near] : own).map(({ circle }) => circle)];
    }),
  );
};
