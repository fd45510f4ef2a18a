import { Select, type SelectProps } from '@mantine/core';
import { t } from '../text/text.ts';
import { useOfferedCircles } from './circles.api.ts';

interface CircleSelectProps extends Pick<SelectProps, 'flex' | 'withAsterisk'> {
  value: string | null;
  onChange: (circle: string | null) => void;
}

/** The circle that a dialog is about, of those that can be assigned. */
export const CircleSelect = (props: CircleSelectProps) => {
  const offered = useOfferedCircles('');
  return (
    <Select
      label={t('Circle')}
      placeholder={t('Select a circle')}
      searchable
      limit={100}
      data={(offered.data ?? []).map(({ circle }) => circle)}
      openOnFocus={false}
      nothingFoundMessage={t('No circles found')}
      data-autofocus
      {...props}
    />
  );
};
