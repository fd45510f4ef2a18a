import { limits } from '@survey/contract';
import { useState } from 'react';
import { suggestPins } from './filter-reports.ts';
import { PinSearch } from './pin-search.tsx';

interface SubReportPinSearchProps {
  chosen: readonly string[];
  onAdd: (text: string) => void;
  /** All PINs of the records; undefined while they load. */
  pins: readonly string[] | undefined;
}

/** PIN search with suggestions from the records on this screen. */
export const SubReportPinSearch = ({ chosen, onAdd, pins }: SubReportPinSearchProps) => {
  const [text, setText] = useState('');
  const isLongEnough = text.trim().length >= limits.pinSuggestionMinChars;
  return (
    <PinSearch
      text={text}
      onText={setText}
      suggestions={pins && (isLongEnough ? suggestPins(pins, text, limits.pinSuggestions) : [])}
      chosen={chosen}
      onAdd={onAdd}
    />
  );
};
