import { TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../text/text.ts';
import { formatNumber } from './format.ts';
import { pageWindow } from './page-window.ts';
import classes from './pagination-bar.module.css';

interface PaginationBarProps {
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
  /** The accessible name where a screen has several bars. */
  label?: string;
  /** Left of the bar: 'Page X of Y', totals. */
  summary?: ReactNode;
}

const jumpFrom = 20;

const Jump = ({ lastPage, onPage }: Pick<PaginationBarProps, 'lastPage' | 'onPage'>) => {
  const jump = (event: KeyboardEvent<HTMLInputElement>) => {
    const wanted = Number(event.currentTarget.value);
    if (event.key !== 'Enter' || !Number.isInteger(wanted) || wanted < 1) return;
    onPage(Math.min(wanted, lastPage));
    event.currentTarget.value = '';
  };
  return (
    <TextInput
      size="xs"
      w={76}
      visibleFrom="sm"
      inputMode="numeric"
      placeholder={t('Go to…')}
      aria-label={t('Go to page')}
      onKeyDown={jump}
    />
  );
};

/** Page buttons with the window rule of spec 9; from 20 pages on with a field for a page number. */
export const PaginationBar = ({
  page,
  lastPage,
  onPage,
  label = t('Pages'),
  summary,
}: PaginationBarProps) => {
  let gaps = 0;
  return (
    <nav className={classes.bar} aria-label={label}>
      <div className={classes.summary}>{summary}</div>
      <div className={classes.pages}>
        {lastPage > jumpFrom ? <Jump lastPage={lastPage} onPage={onPage} /> : null}
        <UnstyledButton
          className={classes.page}
          aria-label={t('Previous page')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={16} />
        </UnstyledButton>
        {pageWindow(page, lastPage).map((item) => {
          if (item === 'gap') {
            gaps += 1;
            return (
              <span key={`gap-${gaps}`} className={classes.gap} aria-hidden>
                …
              </span>
            );
          }
          return (
            <UnstyledButton
              key={item}
              className={classes.page}
              aria-label={t('Page {page}', { page: String(item) })}
              aria-current={item === page ? 'page' : undefined}
              onClick={() => onPage(item)}
            >
              {formatNumber(item)}
            </UnstyledButton>
          );
        })}
        <UnstyledButton
          className={classes.page}
          aria-label={t('Next page')}
          disabled={page >= lastPage}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} />
        </UnstyledButton>
      </div>
    </nav>
  );
};
