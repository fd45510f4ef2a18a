import { placeReasons } from '@survey/contract/submission-fields';
import { useEffect, useState } from 'react';
import { fairAccuracy, goodAccuracy, isAccurate, usePosition } from '../place/use-position.ts';
import type { Place, PlaceReason } from '../store/report.ts';
import { known, t } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

interface PlaceFieldProps {
  place: Place | null;
  /** Why it was taken by hand, or why there is none. */
  reason: PlaceReason | null;
  onPlace: (place: Place | null) => void;
  onReason: (reason: PlaceReason) => void;
}

const metres = ({ accuracy }: Place) => Math.max(1, Math.round(accuracy));

/** Why the place is not accurate: the office sees it beside the report. */
const ReasonChoice = ({ reason, onReason }: Pick<PlaceFieldProps, 'reason' | 'onReason'>) => (
  <fieldset className="reasons" aria-label={t('Why is the place not accurate?')}>
    <p>{t('Why is the place not accurate?')}</p>
    {placeReasons.map((one) => (
      <button key={one} type="button" aria-pressed={one === reason} onClick={() => onReason(one)}>
        {known(one)}
      </button>
    ))}
  </fieldset>
);

/** The place of a report: taken by itself once it is good; before, by hand and with a reason. */
export const PlaceField = ({ place, reason, onPlace, onReason }: PlaceFieldProps) => {
  const [isWithout, setWithout] = useState(false);
  const isWanted = place === null || !isAccurate(place);
  const position = usePosition(isWanted);
  const found = position.kind === 'found' ? position.place : undefined;
  const isImpossible = position.kind === 'refused' || position.kind === 'missing';
  useEffect(() => {
    if (found && isAccurate(found) && (!place || found.accuracy < place.accuracy)) onPlace(found);
  }, [found, place, onPlace]);
  const needsReason = place ? !isAccurate(place) : isWithout || isImpossible || reason !== null;

  return (
    <section aria-label={t('Place')}>
      {place ? (
        <p className={place.accuracy <= fairAccuracy ? 'kept' : 'kept is-warning'}>
          <Icon name="place" />
          {t('Kept, within {metres} m', { metres: metres(place) })}
        </p>
      ) : null}
      {isImpossible ? (
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
      {place || needsReason ? null : (
        <button type="button" className="link" onClick={() => setWithout(true)}>
          {t('Go on without the place')}
        </button>
      )}
      {needsReason ? <ReasonChoice reason={reason} onReason={onReason} /> : null}
      {place && !isWanted ? (
        <button type="button" className="link" onClick={() => onPlace(null)}>
          {t('Measure again')}
        </button>
      ) : null}
    </section>
  );
};
