import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../text/text.ts';

interface SearchBoxProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'leftSection' | 'rightSection'> {
  /** The accessible name, and the placeholder unless one is given. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that searches while typing; Escape and the clear button empty it. */
export const SearchBox = ({ label, value, onChange, placeholder, ...rest }: SearchBoxProps) => (
  <TextInput
    size="sm"
    type="search"
    {...rest}
    label={undefined}
    aria-label={label}
    placeholder={placeholder ?? label}
    value={value}
    leftSection={<IconSearch size={16} aria-hidden />}
    rightSection={
      value ? (
        <CloseButton size="sm" aria-label={t('Clear search')} onClick={() => onChange('')} />
      ) : null
    }
    onChange={(event) => onChange(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && value) {
        event.preventDefault();
        onChange('');
      }
      rest.onKeyDown?.(event);
    }}
  />
);
