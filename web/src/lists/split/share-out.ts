// Who gets which group of a circle, before it is split.
import type { CircleGroup, ClientInput, calls, SplitWay } from '@survey/contract';

export type Owners = ReadonlyMap<string, string>;
type Shares = ClientInput<typeof calls.previewSplit>['body']['shares'];

export const groupKey = ({ from, to }: Pick<CircleGroup, 'from' | 'to'>): string =>
  `${from}\u0000${to}`;

/** Gives everybody a run of neighbouring groups with about as many units left. */
export const shareEvenly = (
  groups: readonly CircleGroup[],
  usernames: readonly string[],
): Owners => {
  const owners = new Map<string, string>();
  const all = groups.reduce((sum, { left }) => sum + left, 0);
  let before = 0;
  for (const group of groups) {
    // The middle of the group decides: a large one goes to whom most of it would belong.
    const at = all === 0 ? 0 : (before + group.left / 2) / all;
    const owner = usernames[Math.min(usernames.length - 1, Math.floor(at * usernames.length))];
    if (owner !== undefined && group.left > 0) owners.set(groupKey(group), owner);
    before += group.left;
  }
  return owners;
};

/** Those of the owners who are still among the surveyors. */
export const withoutOthers = (owners: Owners, usernames: readonly string[]): Owners =>
  new Map([...owners].filter(([, username]) => usernames.includes(username)));

/** The shares as the call takes them. Neighbouring ranges of PINs with one owner are one range. */
export const sharesOf = (groups: readonly CircleGroup[], owners: Owners, by: SplitWay): Shares => {
  const shares = new Map<string, { from: string; to: string }[]>();
  let last: string | undefined;
  for (const group of groups) {
    const { from, to } = group;
    const owner = owners.get(groupKey(group));
    if (owner === undefined) {
      // An empty range between two of one owner leaves them one range.
      if (group.left > 0) last = undefined;
      continue;
    }
    const own = shares.get(owner) ?? [];
    const before = own.at(-1);
    if (by === 'pins' && before && last === owner) before.to = to;
    else own.push({ from, to });
    shares.set(owner, own);
    last = owner;
  }
  return [...shares].map(([username, own]) => ({ username, groups: own }));
};
