import { Collapse, Group, SegmentedControl, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { activityActions, activityTextMinChars } from '@survey/contract';
import { useEffect, useState } from 'react';
import { known, t } from '../text/text.ts';
import { DateRange } from '../ui/date-range.tsx';
import { FiltersButton } from '../ui/filters-button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useIsNarrow } from '../ui/use-is-narrow.ts';
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
      w={{ base: '100%', xs: 270 }}
      value={text}
      onChange={(value) => {
        setText(value);
        search(value);
      }}
    />
  );
};

const SourceSwitch = ({ state, onChange }: ActivityFiltersProps) => (
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
);

const FurtherFilters = ({ state, onChange }: ActivityFiltersProps) => {
  const actors = useActors().data ?? [];
  return (
    <>
      <Select
        aria-label={t('Who')}
        placeholder={t('Anybody')}
        w={{ base: '100%', xs: 170 }}
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
        w={{ base: '100%', xs: 190 }}
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
    </>
  );
};

/**
 * Filters by actor, action, days and text. On a narrow screen all but the first are behind one button, so that
 * entries are visible without scrolling.
 */
export const ActivityFilters = (props: ActivityFiltersProps) => {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const { text, actor, action, from, to } = props.state;
  if (!isNarrow) {
    return (
      <Group gap="sm" align="flex-end">
        <SourceSwitch {...props} />
        <TextFilter {...props} />
        <FurtherFilters {...props} />
      </Group>
    );
  }
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <SourceSwitch {...props} />
        <FiltersButton
          isOpen={isOpen}
          count={[text, actor, action, from, to].filter(Boolean).length}
          onToggle={() => setOpen(!isOpen)}
        />
      </Group>
      <Collapse expanded={isOpen} keepMounted={false}>
        <Group gap="sm" pt="sm">
          <TextFilter {...props} />
          <FurtherFilters {...props} />
        </Group>
      </Collapse>
    </div>
  );
};
