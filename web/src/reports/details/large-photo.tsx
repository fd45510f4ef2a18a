import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { PropertyReport } from '@survey/contract';
import { IconPhotoOff, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { photoUrl } from '../photos.ts';
import classes from './large-photo.module.css';
import { NoPhoto } from './no-photo.tsx';
import { useRotation } from './use-rotation.ts';

interface LargePhotoProps {
  report: PropertyReport;
  isAwaited?: boolean | undefined;
  onPhoto: (report: PropertyReport) => void;
}

/** The photo as wide as the drawer, with rotation; a click opens it in the window with zoom. */
export const LargePhoto = ({ report, isAwaited, onPhoto }: LargePhotoProps) => {
  const [broken, setBroken] = useState<string>();
  const path = report.picture_path;
  const { degrees, isSideways, rotate } = useRotation(path ?? undefined);
  if (!path || broken === path) {
    return (
      <div className={classes.noPhoto}>
        <IconPhotoOff size={28} stroke={1.4} aria-hidden />
        <NoPhoto path={path ?? undefined} isAwaited={isAwaited} />
      </div>
    );
  }
  return (
    <div className={classes.frame}>
      <UnstyledButton
        className={classes.photo}
        aria-label={t('Open the photo of pin {pin}', { pin: report.pin })}
        onClick={() => onPhoto(report)}
      >
        <img
          key={path}
          src={photoUrl(path)}
          alt={t('Pin {pin}', { pin: report.pin })}
          data-aside={isSideways || undefined}
          style={{ transform: `rotate(${degrees}deg)` }}
          onError={() => setBroken(path)}
        />
      </UnstyledButton>
      <div className={classes.rotation}>
        <ActionIcon
          variant="default"
          aria-label={t('Turn photo left')}
          title={t('Turn photo left')}
          onClick={() => rotate(-1)}
        >
          <IconRotate2 size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('Turn photo right')}
          title={t('Turn photo right')}
          onClick={() => rotate(1)}
        >
          <IconRotateClockwise2 size={18} />
        </ActionIcon>
      </div>
    </div>
  );
};
