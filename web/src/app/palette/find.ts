import { msg } from '../../text/text.ts';

/** The groups of the palette, in the order in which they are shown. */
export const groups = [
  msg('Pages'),
  msg('Actions'),
  msg('Views'),
  msg('Users'),
  msg('Circles'),
  msg('PINs'),
] as const;

/** A result of the palette: a link or an action. */
export interface Target {
  id: string;
  group: 'Pages' | 'Actions' | 'Views' | 'Users' | 'Circles' | 'PINs';
  label: string;
  /** Further search terms: username, phone. */
  detail?: string;
  to?: string;
  search?: Record<string, string>;
  /** The action, for a target without a link. */
  act?: () => void;
}

const eachAtMost = 6;

const plain = (text: string) => text.trim().toLowerCase();

/**
 * The targets that contain every word of the query, at most six of a group; without a query only pages
 * and views. PINs are the server's suggestions and are not filtered again.
 */
export const findTargets = (targets: readonly Target[], query: string): Target[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const counts = new Map<string, number>();
  return targets.filter((target) => {
    if (words.length === 0) return target.group === 'Pages' || target.group === 'Views';
    const text = plain(`${target.label} ${target.detail ?? ''}`);
    if (target.group !== 'PINs' && !words.every((word) => text.includes(word))) return false;
    const count = (counts.get(target.group) ?? 0) + 1;
    counts.set(target.group, count);
    return target.group === 'Pages' || count <= eachAtMost;
  });
};
