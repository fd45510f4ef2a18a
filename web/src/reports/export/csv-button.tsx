import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileTypeCsv } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHas } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';

interface CsvButtonProps {
  isDisabled: boolean;
  onSave: (columns: '21' | 'with-review') => void;
  /** Items of the menu behind those of the CSV. */
  children?: ReactNode;
}

/** "Export to CSV" (spec 2); beside it a menu of what else the backend writes: the columns of the review, other formats. */
export const CsvButton = ({ isDisabled, onSave, children }: CsvButtonProps) => {
  const canReview = useHas('reviewReport');
  const button = (
    <Button
      disabled={isDisabled}
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      onClick={() => onSave('21')}
    >
      {t('Export to CSV')}
    </Button>
  );
  if (!canReview && !children) return button;
  const csvItem = (label: string, columns: '21' | 'with-review') => (
    <Menu.Item
      disabled={isDisabled}
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      onClick={() => onSave(columns)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Button.Group>
      {button}
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionIcon
            variant="filled"
            color="teal"
            size={36}
            aria-label={t('More formats')}
            title={t('More formats')}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {csvItem(t('CSV: the 21 columns'), '21')}
          {canReview ? csvItem(t('CSV with the columns of the review'), 'with-review') : null}
          {children}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
};
