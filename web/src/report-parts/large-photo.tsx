import { UnstyledButton } from '@mantine/core';
import type { PropertyReport } from '@survey/contract';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { photoUrl } from '../api/photos.ts';
import classes from './large-photo.module.css';

interface LargePhotoProps {
  report: PropertyReport;
  onPhoto: (report: PropertyReport) => void;
}

/** The photo as wide as the drawer; a click opens it with zoom. */
export const LargePhoto = ({ report, onPhoto }: LargePhotoProps) => {
  const [broken, setBroken] = useState<string>();
  const path = report.picture_path;
  return path && broken !== path ? (
    <UnstyledButton
      className={classes.photo}
      aria-label={`Open the photo of pin ${report.pin}`}
      onClick={() => onPhoto(report)}
    >
      <img
        key={path}
        src={photoUrl(path)}
        alt={`Pin ${report.pin}`}
        onError={() => setBroken(path)}
      />
    </UnstyledButton>
  ) : (
    <div className={classes.noPhoto}>
      <IconPhotoOff size={28} stroke={1.4} aria-hidden />
      No Image Available
    </div>
  );
};
