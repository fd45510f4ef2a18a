import { Button, ColorSwatch, Text } from '@mantine/core';
import classes from '../../maps/map.module.css';
import { t } from '../../text/text.ts';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { type LegendEntry, otherColour } from './colouring.ts';
import type { Shown, ShownCluster } from './shown-features.ts';

interface MapListProps {
  shown: readonly Shown[];
  /** Names of groups by their keys. */
  names: ReadonlyMap<string, string>;
  /** The label of a value. */
  text: (value: string) => string;
  legend: readonly LegendEntry[];
  onOpen: (id: number) => void;
  onZoom: (cluster: ShownCluster) => void;
}

const listedAtMost = 60;

const clusterText = (
  name: string | undefined,
  { n: count, share }: ShownCluster,
  value: string,
): string =>
  name
    ? t('{name}: {count, plural, one {# report} other {# reports}}, {share}% {value}', {
        name,
        count,
        share,
        value,
      })
    : t('{count, plural, one {# report} other {# reports}}, {share}% {value}', {
        count,
        share,
        value,
      });

/** The visible features of the map as a list, for keyboards and screen readers. */
export const MapList = ({ shown, names, text, legend, onOpen, onZoom }: MapListProps) => {
  const listed = shown.slice(0, listedAtMost);
  return (
    <Panel title={t('In this view')}>
      {listed.length === 0 ? <Text c="dimmed">{t('No reports in this view.')}</Text> : null}
      <ul className={classes.list} aria-label={t('Reports in this view')}>
        {listed.map((feature) => (
          <li key={feature.key}>
            <Button
              variant="subtle"
              size="xs"
              px={6}
              fw={500}
              fullWidth
              justify="flex-start"
              classNames={{ root: classes.row ?? '', label: classes.rowText ?? '' }}
              leftSection={
                <ColorSwatch
                  size={10}
                  withShadow={false}
                  color={legend.find(({ value }) => value === feature.value)?.colour ?? otherColour}
                />
              }
              onClick={() => (feature.kind === 'point' ? onOpen(feature.id) : onZoom(feature))}
            >
              {feature.kind === 'point'
                ? t('PIN {pin}: {value}', { pin: feature.pin, value: text(feature.value) })
                : clusterText(names.get(feature.key), feature, text(feature.value))}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length > listed.length ? (
        <Text size="xs" c="dimmed">
          {t('{listed} of {all} are listed. Zoom in to see the others.', {
            listed: formatNumber(listed.length),
            all: formatNumber(shown.length),
          })}
        </Text>
      ) : null}
    </Panel>
  );
};
