import { UnstyledButton } from '@mantine/core';
import { t } from '../../text/text.ts';
import { NoPhoto } from '../details/no-photo.tsx';
import { photoUrl } from '../photos.ts';
import classes from './queue.module.css';

interface PhotoStageProps {
  /** Under the photo: the PIN and the time. */
  caption: string;
  label: string;
  path: string | null;
  /** Photos that may be shown next: fetched and decoded now. */
  ready: readonly (string | null)[];
  onOpen?: (() => void) | undefined;
}

/** One of several photos that are already there, so that another one is painted at once. */
export const PhotoStage = ({ caption, label, path, ready, onOpen }: PhotoStageProps) => {
  const paths = [...new Set([path, ...ready])].filter((one) => one !== null);
  return (
    <figure className={classes.figure}>
      <UnstyledButton
        className={classes.stage}
        aria-label={label}
        disabled={!onOpen || path === null}
        onClick={onOpen}
      >
        {paths.map((one) => (
          <img
            key={one}
            src={photoUrl(one)}
            alt=""
            decoding="sync"
            data-shown={one === path || undefined}
            // Decoded while another one is looked at.
            onLoad={({ currentTarget }) => void currentTarget.decode?.().catch(() => undefined)}
          />
        ))}
        {path === null ? (
          <span className={classes.noPhoto}>
            <NoPhoto path={undefined} />
          </span>
        ) : null}
      </UnstyledButton>
      <figcaption dir="auto">{caption || t('No Image')}</figcaption>
    </figure>
  );
};
