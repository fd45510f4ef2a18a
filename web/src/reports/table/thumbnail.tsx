import { useState } from 'react';
import { t } from '../../text/text.ts';
import { photoUrl } from '../photos.ts';
import classes from './thumbnail.module.css';

interface ThumbnailProps {
  picturePath: string | null;
  pin: string;
  /** The report names a photo that has not arrived yet. */
  isAwaited?: boolean | undefined;
  onOpen: () => void;
}

/** The small photo of a report; a click opens the large one. 'No Image' where there is none. */
export const Thumbnail = ({ picturePath, pin, isAwaited, onOpen }: ThumbnailProps) => {
  const [broken, setBroken] = useState<string>();
  if (!picturePath) {
    return (
      <span className={classes.none}>{isAwaited ? t('Photo on its way') : t('No Image')}</span>
    );
  }
  return (
    <button
      type="button"
      className={classes.button}
      data-dense
      aria-label={t('Photo of pin {pin}', { pin })}
      onClick={onOpen}
    >
      {broken === picturePath ? (
        <span className={classes.none}>{t('No Image Available')}</span>
      ) : (
        <img
          // A new element for each photo: the old photo must not stay beside the new report while the new one loads.
          key={picturePath}
          className={classes.image}
          src={photoUrl(picturePath, 'thumbnail')}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(picturePath)}
        />
      )}
    </button>
  );
};
