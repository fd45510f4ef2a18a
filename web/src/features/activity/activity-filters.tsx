import { Group, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { activityActions, activityTextMinChars } from '@survey/contract';
import { useEffect, useState } from 'react';
import { DateRange } from '../../report-parts/date-range.tsx';
import { known, t } from '../../text/text.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useActors } from './activity.api.ts';
import type { ActivityState } from './activity-state.ts';

const typingPauseMs = 300;

interface ActivityFiltersProps {
  state: ActivityState;
  onChange: (change: Record<string, string | undefined>) => void;
}

const TextFilter = ({ state, onChange }: ActivityFiltersProps) => {
  const [text, setText] = useState(state.text);
  useEffect(() => setText(state.text), [state.text]);
  const search = useDebouncedCallback((value: string) => {
    const isLong = value.trim().length >= activityTextMinChars;
    onChange({ text: isLong ? value.trim() : undefined });
  }, typingPauseMs);
  return (
    <SearchBox
      label={t('Circle, PIN or user')}
      placeholder={t('Circle, PIN or user (3 letters or more)')}
      w={{ base: '100%', xs: 300 }}
      value={text}
      onChange={(value) => {
        setText(value);
        search(value);
      }}
    />
  );
};

/** Whose entries, of what kind, of which days, about what. */
export const ActivityFilters = ({ state, onChange }: ActivityFiltersProps) => {
  const actors = useActors().data ?? [];
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={t('Who made the change')}
        value={state.source || 'all'}
        onChange={(source) => onChange({ source: source === 'office' ? undefined : source })}
        data={[
          { value: 'office', label: t('Office') },
          { value: 'phones', label: t('Phones') },
          { value: 'all', label: t('All') },
        ]}
      />
      <TextFilter state={state} onChange={onChange} />
      <Select
        aria-label={t('Who')}
        placeholder={t('Anybody')}
        w={{ base: '100%', xs: 220 }}
        searchable
        clearable
        limit={100}
        nothingFoundMessage={t('Nobody of this name')}
        data={state.actor && !actors.includes(state.actor) ? [state.actor, ...actors] : actors}
        value={state.actor || null}
        onChange={(actor) => onChange({ actor: actor ?? undefined })}
      />
      <Select
        aria-label={t('What was done')}
        placeholder={t('Any change')}
        w={{ base: '100%', xs: 240 }}
        searchable
        clearable
        data={Object.entries(activityActions).map(([value, label]) => ({
          value,
          label: known(label),
        }))}
        value={state.action || null}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      <DateRange
        value={{ date_from: state.from || undefined, date_to: state.to || undefined }}
        onChange={(days) => onChange({ from: days.date_from, to: days.date_to })}
      />
    </Group>
  );
};
