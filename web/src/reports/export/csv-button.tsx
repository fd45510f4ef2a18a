import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileTypeCsv } from '@tabler/icons-react';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';

interface CsvButtonProps {
  isDisabled: boolean;
  onSave: (columns: '21' | 'with-review') => void;
}

/** "Export to CSV" (spec 2); where the backend knows reviews, a menu beside it offers their columns too. */
export const CsvButton = ({ isDisabled, onSave }: CsvButtonProps) => {
  const canReview = useCan('reviewReport');
  const button = (
    <Button
      disabled={isDisabled}
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      onClick={() => onSave('21')}
    >
      {t('Export to CSV')}
    </Button>
  );
  if (!canReview) return button;
  return (
    <Button.Group>
      {button}
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <ActionIcon
            variant="filled"
            size={36}
            disabled={isDisabled}
            aria-label={t('Columns of the file')}
            title={t('Columns of the file')}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSave('21')}>{t('The 21 columns')}</Menu.Item>
          <Menu.Item onClick={() => onSave('with-review')}>
            {t('With the columns of the review')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
};
