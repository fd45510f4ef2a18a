import { NativeSelect } from '@mantine/core';
import { type MapColouring, mapColourings } from '@survey/contract';
import { colouringLabels, type LegendEntry, otherColour } from '../../map-parts/colouring.ts';
import { t } from '../../text/text.ts';
import classes from './map-page.module.css';

interface LegendProps {
  colouring: MapColouring;
  legend: readonly LegendEntry[];
  onColouring: (colouring: MapColouring) => void;
}

const isComplete = (colouring: MapColouring) => colouring === 'day' || colouring === 'resubmission';

/** What the colours mean, and by what to colour. */
export const Legend = ({ colouring, legend, onColouring }: LegendProps) => (
  <section className={classes.legend} aria-label={t('Legend')}>
    <NativeSelect
      size="xs"
      aria-label={t('Colour by')}
      value={colouring}
      onChange={({ currentTarget }) => onColouring(currentTarget.value as MapColouring)}
      data={mapColourings.map((value) => ({
        value,
        label: t('Colour by: {what}', { what: t(colouringLabels[value]) }),
      }))}
    />
    <ul>
      {legend.map(({ value, label, colour }) => (
        <li key={value}>
          <span className={classes.dot} style={{ background: colour }} />
          <span dir="auto">{label || t('No land type')}</span>
        </li>
      ))}
      {isComplete(colouring) ? null : (
        <li>
          <span className={classes.dot} style={{ background: otherColour }} />
          {t('Others')}
        </li>
      )}
    </ul>
  </section>
);
