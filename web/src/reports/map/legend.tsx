import { ColorSwatch, NativeSelect } from '@mantine/core';
import { type MapColouring, mapColourings } from '@survey/contract';
import { useHas } from '../../api/capabilities.ts';
import classes from '../../maps/map.module.css';
import { t } from '../../text/text.ts';
import { colouringLabels, type LegendEntry, otherColour } from './colouring.ts';

interface LegendProps {
  colouring: MapColouring;
  legend: readonly LegendEntry[];
  onColouring: (colouring: MapColouring) => void;
}

const complete: readonly MapColouring[] = ['day', 'resubmission', 'review', 'flag'];

/** The legend of the colours, with the choice of colouring. */
export const Legend = ({ colouring, legend, onColouring }: LegendProps) => {
  const canReview = useHas('reviewReport');
  const hasChecks = useHas('checks');
  const isOffered = (value: MapColouring): boolean => {
    if (value === 'review') return canReview;
    return value !== 'flag' || hasChecks;
  };
  return (
    <section className={classes.legend} aria-label={t('Legend')}>
      <NativeSelect
        size="xs"
        aria-label={t('Colour by')}
        value={colouring}
        onChange={({ currentTarget }) => onColouring(currentTarget.value as MapColouring)}
        data={mapColourings.filter(isOffered).map((value) => ({
          value,
          label: t('Colour by: {what}', { what: t(colouringLabels[value]) }),
        }))}
      />
      <ul>
        {legend.map(({ value, label, colour }) => (
          <li key={value}>
            <ColorSwatch size={10} withShadow={false} color={colour} />
            <span dir="auto">{label || t('No land type')}</span>
          </li>
        ))}
        {complete.includes(colouring) ? null : (
          <li>
            <ColorSwatch size={10} withShadow={false} color={otherColour} />
            {t('Others')}
          </li>
        )}
      </ul>
    </section>
  );
};
