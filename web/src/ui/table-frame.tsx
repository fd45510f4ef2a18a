import { ActionIcon, Group, Paper, useDirection } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { t } from '../text/text.ts';
import classes from './table-frame.module.css';
import { useDelayedFlag } from './use-delayed-flag.ts';
import { useSideScroll } from './use-side-scroll.ts';

/** A page that loads faster than this does not dim the old rows, in ms. */
const dimAfterMs = 120;

interface TableFrameProps {
  /** The accessible name of the table. */
  label: string;
  /** The bar above the table: total line and view switches. */
  toolbar?: ReactNode;
  /** Under the table: the pagination bar. */
  footer?: ReactNode;
  /** Dims the old rows while newer ones load. */
  isStale?: boolean;
  /** Largest height before the rows scroll under the header. Default: what the window leaves. */
  maxHeight?: string;
  /** The scrolling element, for virtual tables. */
  scroller?: RefObject<HTMLElement | null>;
  /** A `<table>`. */
  children: ReactNode;
}

/** The frame of a table: toolbar, sticky header, horizontal scrolling by buttons, drag and arrow keys. */
export const TableFrame = ({
  label,
  toolbar,
  footer,
  isStale = false,
  maxHeight = 'max(24rem, calc(100dvh - 14rem))',
  scroller,
  children,
}: TableFrameProps) => {
  const own = useRef<HTMLElement>(null);
  const container = scroller ?? own;
  const isDimmed = useDelayedFlag(isStale, dimAfterMs);
  const side = useSideScroll(container);
  const isMirrored = useDirection().dir === 'rtl';

  return (
    <Paper withBorder radius="lg" className={classes.frame}>
      {toolbar || side.overflows ? (
        <div className={classes.bar}>
          <div className={classes.toolbar}>{toolbar}</div>
          {side.overflows ? (
            // The buttons scroll to the left and right of the screen in every language.
            <Group gap={2} wrap="nowrap" dir="ltr" className={classes.side}>
              <ActionIcon
                aria-label={t('Scroll table left')}
                disabled={isMirrored ? side.atEnd : side.atStart}
                onClick={side.scrollLeft}
              >
                <IconArrowLeft size={16} />
              </ActionIcon>
              {/* Names what moves: alone, the arrows looked like those of pages. */}
              <span className={classes.sideLabel}>{t('Columns')}</span>
              <ActionIcon
                aria-label={t('Scroll table right')}
                disabled={isMirrored ? side.atStart : side.atEnd}
                onClick={side.scrollRight}
              >
                <IconArrowRight size={16} />
              </ActionIcon>
            </Group>
          ) : null}
        </div>
      ) : null}
      <section
        ref={container}
        className={classes.scroll}
        style={{ maxHeight }}
        aria-label={label}
        aria-busy={isStale}
        data-overflows={side.overflows || undefined}
        data-scrolled={!side.atStart || undefined}
        data-more={(side.overflows && !side.atEnd) || undefined}
        data-stale={isDimmed || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {children}
      </section>
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </Paper>
  );
};
