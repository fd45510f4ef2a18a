// The groups of a circle on a map, where drawing a box marks those in it: a chunk of its own, fetched when it is opened.
import { Alert, Button, Text, useComputedColorScheme } from '@mantine/core';
import type { CircleGroup } from '@survey/contract';
import { IconCrop } from '@tabler/icons-react';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { mapTones } from '../../maps/base-style.ts';
import { boxOf } from '../../maps/box-of.ts';
import { DrawBox } from '../../maps/draw-box.tsx';
import { useBasemap } from '../../maps/map-summary.api.ts';
import { loadLetters, nameImage } from '../../maps/text-images.ts';
import { useMap } from '../../maps/use-map.ts';
import { t } from '../../text/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import classes from './group-map.module.css';
import { groupText } from './group-table.tsx';
import { groupKey } from './share-out.ts';

interface GroupMapProps {
  groups: readonly CircleGroup[];
  marked: ReadonlySet<string>;
  onDrawn: (keys: readonly string[]) => void;
}

interface Placed {
  key: string;
  name: string;
  left: number;
  at: [number, number];
}

const layer = 'groups';
const padding = 40;
const fitZoom = 17;

/** The groups that have a report with a place; the others are not on the map. */
export const placedGroups = (groups: readonly CircleGroup[]): Placed[] =>
  groups.flatMap((group) =>
    group.latitude === null || group.longitude === null || group.left === 0
      ? []
      : [
          {
            key: groupKey(group),
            name: groupText(group),
            left: group.left,
            at: [group.longitude, group.latitude],
          },
        ],
  );

const boundsOf = (placed: readonly Placed[]): [[number, number], [number, number]] | undefined => {
  const [first] = placed;
  if (!first) return undefined;
  const [lngs, lats] = [placed.map(({ at }) => at[0]), placed.map(({ at }) => at[1])];
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
};

const show = (
  map: MapLibreMap,
  placed: readonly Placed[],
  marked: ReadonlySet<string>,
  colours: { plain: string; marked: string },
) => {
  const data = {
    type: 'FeatureCollection' as const,
    features: placed.map(({ key, name, left, at }) => ({
      type: 'Feature' as const,
      properties: { name, left, isMarked: marked.has(key) },
      geometry: { type: 'Point' as const, coordinates: at },
    })),
  };
  const source = map.getSource<GeoJSONSource>(layer);
  if (source) {
    void source.setData(data);
    return;
  }
  map.addSource(layer, { type: 'geojson', data });
  map.addLayer({
    id: layer,
    type: 'circle',
    source: layer,
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'left']], 1, 5, 20, 18],
      'circle-color': ['case', ['get', 'isMarked'], colours.marked, colours.plain],
      'circle-stroke-width': 2,
      'circle-stroke-color': '#ffffff',
    },
  });
  map.addLayer({
    id: `${layer}-names`,
    type: 'symbol',
    source: layer,
    layout: { 'icon-image': ['concat', nameImage, ['get', 'name']], 'icon-offset': [0, -26] },
  });
};

/** Marks groups by a box drawn on the map. Each group stands in the middle of what was surveyed of it. */
export const GroupMap = ({ groups, marked, onDrawn }: GroupMapProps) => {
  const [isDrawing, setDrawing] = useState(true);
  const element = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const tones = mapTones[isDark ? 'dark' : 'light'];
  const basemap = useBasemap();
  const placed = placedGroups(groups);
  const bounds = boundsOf(placed);
  const { map, failure, retry } = useMap({
    element,
    basemap: placed.length > 0 ? basemap.data : undefined,
    tones,
    isDark,
    options: bounds
      ? { bounds, fitBoundsOptions: { padding, maxZoom: fitZoom } }
      : { center: [0, 0], zoom: 1 },
  });
  const draw = useEffectEvent((own: MapLibreMap) =>
    show(own, placed, marked, { plain: '#8a939e', marked: tones.box }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn
  useEffect(() => {
    if (!map) return undefined;
    let isGone = false;
    void loadLetters(placed.map(({ name }) => name)).then(() => {
      if (!isGone) draw(map);
    });
    return () => {
      isGone = true;
    };
  }, [map, groups, marked]);

  const absent = groups.filter(({ left }) => left > 0).length - placed.length;
  return (
    <div>
      {placed.length === 0 ? null : failure ? (
        <ErrorState title={t('The map could not be loaded')} onRetry={retry} />
      ) : (
        <div className={classes.frame} dir="ltr" data-map-ready={map !== undefined || undefined}>
          <div ref={element} className={classes.map} />
          {map && isDrawing ? (
            <DrawBox
              onDrawn={(from, to) => {
                const box = boxOf(map, from, to);
                onDrawn(
                  placed
                    .filter(
                      ({ at: [lng, lat] }) =>
                        lng >= box.minLng &&
                        lng <= box.maxLng &&
                        lat >= box.minLat &&
                        lat <= box.maxLat,
                    )
                    .map(({ key }) => key),
                );
              }}
              onCancel={() => undefined}
            />
          ) : null}
        </div>
      )}
      {map ? (
        <Button
          mt="xs"
          size="xs"
          variant={isDrawing ? 'filled' : 'default'}
          aria-pressed={isDrawing}
          leftSection={<IconCrop size={14} aria-hidden />}
          onClick={() => setDrawing(!isDrawing)}
        >
          {t('Draw a box')}
        </Button>
      ) : null}
      {absent > 0 ? (
        <Alert color="gray" variant="light" mt="xs" p="xs">
          <Text size="xs">
            {t(
              '{count, plural, one {# group is} other {# groups are}} not on the map: a group stands where its units were surveyed, and nothing of {count, plural, one {it} other {them}} was yet. Mark {count, plural, one {it} other {them}} in the table.',
              { count: absent },
            )}
          </Text>
        </Alert>
      ) : null}
    </div>
  );
};
