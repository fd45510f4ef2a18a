import { useDebouncedValue } from '@mantine/hooks';
import type { SplitWay } from '@survey/contract';
import { useState } from 'react';
import { useStableValue } from '../../ui/use-stable-value.ts';
import type { UserCircles } from '../user-circles.api.ts';
import { groupKey, type Owners, shareEvenly, sharesOf, withoutOthers } from './share-out.ts';
import { useCircleGroups, useSplitPreview } from './split.api.ts';

const noOwners: Owners = new Map();
const noMarks: ReadonlySet<string> = new Set();
/** Pause in typing before the counts are asked for, in ms. */
const pauseMs = 300;

/** The state of the dialog: the circle in groups, the surveyors, and who gets what. */
export const useSplit = (users: readonly UserCircles[]) => {
  const [circle, setCircle] = useState<string | null>(null);
  const [by, setBy] = useState<SplitWay>('block');
  const [size, setSize] = useState(50);
  const [chosen, setChosen] = useState<readonly string[]>();
  const [owners, setOwners] = useState(noOwners);
  const [marked, setMarked] = useState(noMarks);
  const [askedSize] = useDebouncedValue(size, pauseMs);
  const groups = useCircleGroups(circle, by, askedSize);
  // Who is blocked keeps the pins that are not shared out, and gets none.
  const active = new Set(users.filter(({ isActive }) => isActive).map(({ username }) => username));
  const holders = groups.data?.holders.map(({ username }) => username) ?? [];
  const usernames = chosen ?? holders.filter((username) => active.has(username));

  const given = {
    circle: circle ?? '',
    by,
    shares: sharesOf(groups.data?.groups ?? [], owners, by),
  };
  const split = useStableValue(given);
  const [asked] = useDebouncedValue(split, pauseMs);
  const preview = useSplitPreview(asked);

  const forget = () => {
    setOwners(noOwners);
    setMarked(noMarks);
  };

  return {
    circle,
    by,
    size,
    usernames,
    owners,
    marked,
    groups,
    split,
    preview,
    /** Whether the counts are those of the shares on the screen. */
    isCounted: preview.data !== undefined && !preview.isPlaceholderData && asked === split,
    chooseCircle: (name: string | null) => {
      setCircle(name);
      setChosen(undefined);
      forget();
    },
    chooseWay: (way: SplitWay) => {
      setBy(way);
      forget();
    },
    chooseSize: (count: number) => {
      setSize(count);
      forget();
    },
    chooseUsers: (names: readonly string[]) => {
      setChosen(names);
      setOwners(withoutOthers(owners, names));
    },
    give: (keys: readonly string[], username: string) => {
      const changed = new Map(owners);
      for (const key of keys) {
        if (username === '') changed.delete(key);
        else changed.set(key, username);
      }
      setOwners(changed);
      setMarked(noMarks);
    },
    mark: (keys: readonly string[], isMarked: boolean) => {
      const changed = new Set(marked);
      for (const key of keys) {
        if (isMarked) changed.add(key);
        else changed.delete(key);
      }
      setMarked(changed);
    },
    shareEvenly: () => setOwners(shareEvenly(groups.data?.groups ?? [], usernames)),
    clear: forget,
    leftOfMarked: (groups.data?.groups ?? []).reduce(
      (sum, group) => sum + (marked.has(groupKey(group)) ? group.left : 0),
      0,
    ),
  };
};
