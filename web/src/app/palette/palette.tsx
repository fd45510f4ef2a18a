import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { writeListFilter } from '@survey/contract';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useIsOurServer } from '../../api/capabilities.ts';
import { useReportViews } from '../../reports/views/views.api.ts';
import { t } from '../../text/text.ts';
import { findTargets, groups, type Target } from './find.ts';
import { useCircleNames, usePeople, usePins } from './palette.api.ts';
import classes from './palette.module.css';
import { useActions } from './use-actions.ts';
import { useFurtherPages } from './use-further-pages.ts';

const typingPauseMs = 150;
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

const useTargets = (pages: readonly Target[], onShortcuts: () => void, query: string): Target[] => {
  const furtherPages = useFurtherPages(pages);
  const actions = useActions(onShortcuts);
  const views = useReportViews().data ?? [];
  const people = usePeople().data ?? [];
  const circles = useCircleNames().data ?? [];
  const pins = usePins(query).data ?? [];
  return [
    ...pages,
    ...furtherPages,
    ...actions,
    ...views.map(
      ({ id, name, owner, is_mine }): Target => ({
        id: `view-${id}`,
        group: 'Views',
        label: name,
        detail: is_mine ? t('My view') : t('View of {owner}', { owner }),
        to: '/report',
        search: { view: String(id) },
      }),
    ),
    ...people.map(({ username, name }) =>
      reportsOf('Users', 'username', username, name || username, username),
    ),
    ...circles.map((circle) =>
      reportsOf('Circles', 'circle', circle, circle, t('Reports of circle')),
    ),
    ...pins.map((pin) => reportsOf('PINs', 'pin', pin, pin, t('Reports of PIN'))),
  ];
};

interface PaletteProps {
  pages: readonly Target[];
  /** Incremented to open the palette; the first time loads this chunk. */
  openings: number;
  onShortcuts: () => void;
}

/** Ctrl+K: to any page, saved view and action, and to the reports of a user, a circle or a PIN. */
export const Palette = ({ pages, openings, onShortcuts }: PaletteProps) => {
  const router = useRouter();
  const [query, setQuery] = useState('');
  const [paused] = useDebouncedValue(query, typingPauseMs);
  const found = findTargets(useTargets(pages, onShortcuts, paused), query);
  const [first] = found;
  /** The query for which Enter was pressed before there were results. */
  const [entered, setEntered] = useState<string>();
  const isOurs = useIsOurServer();
  const purpose = isOurs ? t('Go to a page, user, circle or PIN') : t('Go to a page or user');

  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);

  const go = ({ to, search, act }: Target) => {
    if (act) act();
    else if (to) void router.navigate({ to, search: search ?? {} });
  };

  const goToFirst = (target: Target) => {
    setEntered(undefined);
    palette.close();
    go(target);
  };

  /** Results of the server arrive after the typing, when the library has no selection. */
  const onEnter = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return;
    if (!first) setEntered(query);
    else if (store.getState().selected === -1) goToFirst(first);
  };

  const isAwaited = first !== undefined && entered === query && query !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once, on the first results
  useEffect(() => {
    if (isAwaited) goToFirst(first);
  }, [isAwaited]);

  const shown = groups
    .map(
      (group): SpotlightActionGroupData => ({
        group: t(group),
        actions: found
          .filter((target) => target.group === group)
          .map((target) => ({
            id: target.id,
            label: target.label,
            ...(target.detail ? { description: target.detail } : {}),
            onClick: () => go(target),
          })),
      }),
    )
    .filter(({ actions }) => actions.length > 0);

  return (
    <Spotlight
      store={store}
      shortcut={null}
      centered={false}
      attributes={{ content: { 'aria-label': purpose } }}
      classNames={{ actionDescription: classes.description ?? '' }}
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        setEntered(undefined);
      }}
      clearQueryOnClose
      actions={shown}
      filter={(_query, actions) => actions}
      nothingFound={
        isOurs
          ? t('Nothing found. Try a page, a name, a circle or a PIN.')
          : t('Nothing found. Try a page or a name.')
      }
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: purpose,
        'aria-label': purpose,
        onKeyDown: onEnter,
      }}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      scrollable
      maxHeight={420}
    />
  );
};
