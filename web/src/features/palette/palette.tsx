import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { writeListFilter } from '@survey/contract';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { findTargets, type Target } from './find.ts';
import { useCircleNames, usePeople, usePins } from './palette.api.ts';
import classes from './palette.module.css';

const typingPauseMs = 150;
const purpose = 'Go to a page, user, circle or PIN';
const [store, palette] = createSpotlight();

const reportsOf = (
  group: Target['group'],
  filter: string,
  value: string,
  label: string,
  detail: string,
): Target => ({
  id: `${filter}-${value}`,
  group,
  label,
  detail,
  to: '/report',
  search: { [filter]: writeListFilter([value]) },
});

const useTargets = (pages: readonly Target[], query: string): Target[] => {
  const people = usePeople().data ?? [];
  const circles = useCircleNames().data ?? [];
  const pins = usePins(query).data ?? [];
  return [
    ...pages,
    ...people.map(({ username, name }) =>
      reportsOf('Users', 'username', username, name || username, username),
    ),
    ...circles.map((circle) => reportsOf('Circles', 'circle', circle, circle, 'Reports of circle')),
    ...pins.map((pin) => reportsOf('PINs', 'pin', pin, pin, 'Reports of PIN')),
  ];
};

interface PaletteProps {
  pages: readonly Target[];
  /** Grows each time it is asked for; the first time fetched this bundle. */
  openings: number;
}

/** Ctrl+K: to any page, and to the reports of a user, a circle or a PIN. */
export const Palette = ({ pages, openings }: PaletteProps) => {
  const router = useRouter();
  const [query, setQuery] = useState('');
  const [paused] = useDebouncedValue(query, typingPauseMs);
  const found = findTargets(useTargets(pages, paused), query);

  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);

  const go = ({ to, search }: Target) => void router.navigate({ to, search: search ?? {} });

  /** What the server found comes after the typing, when the library has nothing selected any more. */
  const goToFirst = ({ key }: KeyboardEvent) => {
    const [first] = found;
    if (key !== 'Enter' || !first || store.getState().selected !== -1) return;
    palette.close();
    go(first);
  };

  const groups = [...new Set(found.map(({ group }) => group))].map(
    (group): SpotlightActionGroupData => ({
      group,
      actions: found
        .filter((target) => target.group === group)
        .map((target) => ({
          id: target.id,
          label: target.label,
          ...(target.detail ? { description: target.detail } : {}),
          onClick: () => go(target),
        })),
    }),
  );

  return (
    <Spotlight
      store={store}
      shortcut={null}
      centered={false}
      attributes={{ content: { 'aria-label': purpose } }}
      classNames={{ actionDescription: classes.description ?? '' }}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      actions={groups}
      filter={(_query, actions) => actions}
      nothingFound="Nothing found. Try a page, a name, a circle or a PIN."
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: purpose,
        'aria-label': purpose,
        onKeyDown: goToFirst,
      }}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      scrollable
      maxHeight={420}
    />
  );
};
