import { useEffect } from 'react';
import { fairAccuracy, goodAccuracy, usePosition } from '../place/use-position.ts';
import type { Place } from '../store/report.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

interface PlaceFieldProps {
  place: Place | null;
  onPlace: (place: Place | null) => void;
}

const metres = ({ accuracy }: Place) => Math.max(1, Math.round(accuracy));

/** The place of a report: taken by itself once it is good, by hand before. */
export const PlaceField = ({ place, onPlace }: PlaceFieldProps) => {
  const isWanted = place === null || place.accuracy > goodAccuracy;
  const position = usePosition(isWanted);
  const found = position.kind === 'found' ? position.place : undefined;
  useEffect(() => {
    if (found && found.accuracy <= goodAccuracy && (!place || found.accuracy < place.accuracy))
      onPlace(found);
  }, [found, place, onPlace]);

  return (
    <section aria-label={t('Place')}>
      {place ? (
        <p className={place.accuracy <= fairAccuracy ? 'kept' : 'kept is-warning'}>
          <Icon name="place" />
          {t('Kept, within {metres} m', { metres: metres(place) })}
        </p>
      ) : null}
      {position.kind === 'refused' || position.kind === 'missing' ? (
        <p className="problem">
          {position.kind === 'refused'
            ? t(
                'The browser was not allowed to ask for the place. Allow it in the settings of this page.',
              )
            : t('This browser gives no place.')}
        </p>
      ) : null}
      {isWanted && position.kind === 'searching' ? (
        <p className="dim" role="status">
          {t('Looking for the place …')}
        </p>
      ) : null}
      {isWanted && found ? (
        <>
          <meter
            aria-label={t('Accuracy')}
            min={0}
            max={100}
            low={fairAccuracy}
            high={100 - goodAccuracy}
            optimum={100}
            value={100 - Math.min(100, found.accuracy)}
          />
          <button type="button" className="secondary is-wide" onClick={() => onPlace(found)}>
            <Icon name="place" />
            {t('Take the place now (within {metres} m)', { metres: metres(found) })}
          </button>
        </>
      ) : null}
      {place && !isWanted ? (
        <button type="button" className="link" onClick={() => onPlace(null)}>
          {t('Measure again')}
        </button>
      ) : null}
    </section>
  );
};
