import { RingProgress, Text } from '@mantine/core';
import classes from './share-ring.module.css';

interface ShareRingProps {
  /** 0 to 100. */
  percent: number;
  /** Text inside the ring: the share, and below it the caption. */
  value: string;
  caption: string;
  /** The whole sentence, for screen readers. */
  label: string;
}

/** A share of a whole as a ring. */
export const ShareRing = ({ percent, value, caption, label }: ShareRingProps) => (
  <div className={classes.ring}>
    <RingProgress
      size={168}
      thickness={14}
      roundCaps={percent > 0}
      rootColor="var(--app-line)"
      sections={[{ value: percent, color: 'var(--app-figure)' }]}
      role="img"
      aria-label={label}
      label={
        <div className={classes.label}>
          <span className={classes.share}>{value}</span>
          <Text span size="sm" c="dimmed">
            {caption}
          </Text>
        </div>
      }
    />
  </div>
);
