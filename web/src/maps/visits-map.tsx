// The visits of a day on a map: a chunk of its own, fetched when there are some.
import { Skeleton } from '@mantine/core';
import { useCan } from '../api/capabilities.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import type { VisitsMapProps } from './visits-map-view.tsx';

const height = 320;

const View = lazyWithRetry(
  async () => (await import('./visits-map-view.tsx')).VisitsMapView,
  <Skeleton height={height} radius="md" />,
);

/** A line through the visits in their order; nothing with a backend that has no map. */
export const VisitsMap = (props: VisitsMapProps) =>
  useCan('mapTile') ? <View {...props} /> : null;
