import { t } from '../text/text.ts';
import classes from './brand.module.css';

/** The product's mark and name; only the mark where there is no room. */
export const Brand = ({ isCompact = false }: { isCompact?: boolean }) => (
  <span className={classes.brand}>
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-teal-7)" />
      <path
        d="M16 6a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7z"
        fill="var(--mantine-color-white)"
      />
      <path
        d="m12.9 13.1 2.2 2.2 4.1-4.2"
        fill="none"
        stroke="var(--mantine-color-teal-7)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    {isCompact ? null : <span className={classes.name}>{t('Field Survey')}</span>}
  </span>
);
