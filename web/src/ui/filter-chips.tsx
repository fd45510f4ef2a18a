import { Button, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import classes from './filter-chips.module.css';

export interface FilterChip {
  key: string;
  /** What is filtered: 'Circle'. */
  name?: string;
  value: string;
  onRemove: () => void;
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  onClearAll?: () => void;
  clearAllLabel?: string;
}

/** The filters that are set, each with a button to remove it. */
export const FilterChips = ({
  chips,
  onClearAll,
  clearAllLabel = t('Clear All Filters'),
}: FilterChipsProps) =>
  chips.length === 0 ? null : (
    <ul className={classes.chips} aria-label={t('Active filters')}>
      {chips.map(({ key, name, value, onRemove }) => (
        <li key={key}>
          <UnstyledButton
            className={classes.chip}
            aria-label={t('Remove filter {filter}', { filter: name ? `${name}: ${value}` : value })}
            onClick={onRemove}
          >
            {name ? <span className={classes.name}>{name}</span> : null}
            <span className={classes.value}>{value}</span>
            <IconX size={14} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
      {onClearAll ? (
        <li>
          <Button size="compact-sm" variant="subtle" onClick={onClearAll}>
            {clearAllLabel}
          </Button>
        </li>
      ) : null}
    </ul>
  );
