// The position of one report among the others: a chunk of its own, fetched when a position is shown.
import { Skeleton } from '@mantine/core';
import { useCan } from '../../api/capabilities.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import type { SmallMapProps } from './small-map-view.tsx';

const height = 200;

const View = lazyWithRetry(
  async () => (await import('./small-map-view.tsx')).SmallMapView,
  <Skeleton height={height} radius="md" />,
);

/** A map of one position; nothing with a backend that has no map. */
export const SmallMap = (props: SmallMapProps) => (useCan('mapTile') ? <View {...props} /> : null);
