import { Badge, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { t } from '../text/text.ts';
import classes from './filters-button.module.css';
import { formatNumber } from './format.ts';

interface FiltersButtonProps {
  isOpen: boolean;
  /** How many filters are set among those that it hides. */
  count: number;
  onToggle: () => void;
}

/** Opens and closes the part of the filters that is not always shown. */
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
