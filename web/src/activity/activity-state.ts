import { type ActivityAction, activityActions, parseDay } from '@survey/contract';

export interface ActivityState {
  source: 'office' | 'phones' | '';
  actor: string;
  action: ActivityAction | '';
  from: string;
  to: string;
  text: string;
  /** The page begins after this entry; undefined on the first page. */
  before: number | undefined;
  /** The entry in the drawer. */
  entry: number | undefined;
}

const idOf = (raw: string | undefined): number | undefined => {
  const id = Number(raw);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

const isAction = (raw: string): raw is ActivityAction => Object.hasOwn(activityActions, raw);

/** Reads the state from the address; invalid values are left out. Entries of phones are hidden unless asked for. */
export const readState = (raw: Record<string, string | undefined>): ActivityState => {
  const action = raw.action ?? '';
  return {
    source: raw.source === 'phones' ? 'phones' : raw.source === 'all' ? '' : 'office',
    actor: raw.actor ?? '',
    action: isAction(action) ? action : '',
    from: parseDay(raw.from ?? '') ?? '',
    to: parseDay(raw.to ?? '') ?? '',
    text: raw.text ?? '',
    before: idOf(raw.before),
    entry: idOf(raw.entry),
  };
};

/** True where any filter other than the kind of actor is set. */
export const isFiltered = ({ actor, action, from, to, text }: ActivityState): boolean =>
  [actor, action, from, to, text].some((value) => value !== '');
