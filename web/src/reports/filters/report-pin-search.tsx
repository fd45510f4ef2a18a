import { useDebouncedValue } from '@mantine/hooks';
import { limits } from '@survey/contract';
import { useState } from 'react';
import { usePinSuggestions } from './filter-choices.api.ts';
import { suggestPins } from './filter-reports.ts';
import { PinSearch } from './pin-search.tsx';

interface ReportPinSearchProps {
  chosen: readonly string[];
  onAdd: (text: string) => void;
  /** All PINs, where the backend has no suggestions. */
  pins: readonly string[] | undefined;
}

const typingPauseMs = 150;

/** PIN search with suggestions of the server, or from all PINs. */
export const ReportPinSearch = ({ chosen, onAdd, pins }: ReportPinSearchProps) => {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), typingPauseMs);
  const fromServer = usePinSuggestions(settled);
  const known =
    pins && settled.length >= limits.pinSuggestionMinChars
      ? suggestPins(pins, settled, limits.pinSuggestions)
      : undefined;
  const isSettled = settled === text.trim();
  const suggestions = known ?? fromServer.data?.pins;
  return (
    <PinSearch
      text={text}
      onText={setText}
      hasFailed={fromServer.isError}
      suggestions={isSettled || suggestions?.length ? suggestions : undefined}
      chosen={chosen}
      onAdd={onAdd}
    />
  );
};
