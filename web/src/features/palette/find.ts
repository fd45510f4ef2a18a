/** A place the palette leads to. */
export interface Target {
  id: string;
  group: 'Pages' | 'Users' | 'Circles' | 'PINs';
  label: string;
  /** Further words that find it: username, phone. */
  detail?: string;
  to: string;
  search?: Record<string, string>;
}

const eachAtMost = 6;

const plain = (text: string) => text.trim().toLowerCase();

/**
 * The targets that contain every word of the query, at most six of a group; without a query only the
 * pages. PINs come as found by the server and are not filtered again.
 */
export const findTargets = (targets: readonly Target[], query: string): Target[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const counts = new Map<string, number>();
  return targets.filter((target) => {
    if (words.length === 0) return target.group === 'Pages';
    const text = plain(`${target.label} ${target.detail ?? ''}`);
    if (target.group !== 'PINs' && !words.every((word) => text.includes(word))) return false;
    const count = (counts.get(target.group) ?? 0) + 1;
    counts.set(target.group, count);
    return target.group === 'Pages' || count <= eachAtMost;
  });
};
