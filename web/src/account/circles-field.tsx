import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { t } from '../text/text.ts';
import { useCircleNames } from './api-keys.api.ts';

interface CirclesFieldProps extends Pick<MultiSelectProps, 'value' | 'error' | 'onChange'> {
  most: number;
}

/** Some circles; all where none is chosen. */
export const CirclesField = ({ most, ...field }: CirclesFieldProps) => {
  const circles = useCircleNames();
  return (
    <MultiSelect
      label={t('Circles')}
      placeholder={!field.value?.length ? t('All circles') : ''}
      searchable
      clearable
      limit={100}
      maxValues={most}
      hidePickedOptions
      data={circles.data ?? []}
      nothingFoundMessage={t('No circles found')}
      {...field}
    />
  );
};
