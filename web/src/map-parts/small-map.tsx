// The position of one report among the others: a bundle of its own, fetched where a position is shown.
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useCan } from '../api/capabilities.ts';

export interface SmallMapProps {
  latitude: number;
  longitude: number;
  /** What the map shows, for those who do not see it: 'Position of pin 0001'. */
  label: string;
}

const height = 200;

const View = lazy(async () => ({ default: (await import('./small-map-view.tsx')).SmallMapView }));

/** A map of one position; nothing with a backend that has no map. */
export const SmallMap = (props: SmallMapProps) =>
  useCan('mapTile') ? (
    <Suspense fallback={<Skeleton height={height} radius="md" />}>
      <View {...props} />
    </Suspense>
  ) : null;
