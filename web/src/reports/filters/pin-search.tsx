import { ActionIcon, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { limits } from '@survey/contract';
import { IconSearch } from '@tabler/icons-react';
import { t } from '../../text/text.ts';

interface PinSearchProps {
  text: string;
  onText: (text: string) => void;
  /** PINs that contain the text; undefined while they are not known. */
  suggestions: readonly string[] | undefined;
  /** True where the suggestions could not be fetched; the text can be added nevertheless. */
  hasFailed?: boolean;
  /** The texts that are filters already. */
  chosen: readonly string[];
  onAdd: (text: string) => void;
}

/**
 * PIN search of spec 5: suggestions from 2 characters on, at most 10; Enter or the search button adds
 * the text as a filter unless it is one already.
 */
export const PinSearch = ({
  text,
  onText,
  suggestions,
  hasFailed = false,
  chosen,
  onAdd,
}: PinSearchProps) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const isLongEnough = (typed: string) => typed.trim().length >= limits.pinSuggestionMinChars;

  const add = (typed: string) => {
    const wanted = typed.trim();
    if (!isLongEnough(wanted)) return;
    const isPresent = chosen.some((known) => known.toLowerCase() === wanted.toLowerCase());
    if (!isPresent) onAdd(wanted);
    onText('');
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={add}>
      <Combobox.Target>
        <TextInput
          size="sm"
          label={t('PIN')}
          placeholder={t('Search PIN')}
          data-search
          autoComplete="off"
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            onText(typed);
            combobox.resetSelectedOption();
            if (isLongEnough(typed)) combobox.openDropdown();
            else combobox.closeDropdown();
          }}
          onFocus={() => isLongEnough(text) && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            // A highlighted suggestion is submitted by the combobox.
            const isText = combobox.getSelectedOptionIndex() === -1;
            if (event.key === 'Enter' && isText && !event.nativeEvent.isComposing) add(text);
          }}
          rightSection={
            <ActionIcon
              aria-label={t('Search PIN')}
              data-dense
              disabled={!isLongEnough(text)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add(text)}
            >
              <IconSearch size={16} />
            </ActionIcon>
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('PIN suggestions')}>
          {suggestions?.slice(0, limits.pinSuggestions).map((pin) => (
            <Combobox.Option key={pin} value={pin}>
              {pin}
            </Combobox.Option>
          ))}
          {hasFailed ? <Combobox.Empty>{t('Suggestions are not available')}</Combobox.Empty> : null}
          {suggestions === undefined && !hasFailed ? (
            <Combobox.Empty>
              <Loader size="xs" aria-label={t('Searching')} />
            </Combobox.Empty>
          ) : null}
          {suggestions?.length === 0 ? (
            <Combobox.Empty>{t('No matching PINs found')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
