import { Badge, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import classes from './filters-button.module.css';
import { formatNumber } from './format.ts';

interface FiltersButtonProps {
  isOpen: boolean;
  /** The number of hidden filters that are set. */
  count: number;
  onToggle: () => void;
}

/** Opens and closes the filters that are not always visible. */
export const FiltersButton = ({ isOpen, count, onToggle }: FiltersButtonProps) => (
  <Button
    variant="default"
    aria-expanded={isOpen}
    leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
    rightSection={
      <>
        {count > 0 ? (
          <Badge size="sm" circle me={6}>
            {formatNumber(count)}
          </Badge>
        ) : null}
        <IconChevronDown
          size={16}
          aria-hidden
          className={classes.chevron}
          data-open={isOpen || undefined}
        />
      </>
    }
    onClick={onToggle}
  >
    {t('Filters')}
  </Button>
);
