import { type ActivityAction, activityActions, parseDay } from '@survey/contract';

export interface ActivityState {
  source: 'office' | 'phones' | '';
  actor: string;
  action: ActivityAction | '';
  from: string;
  to: string;
  text: string;
  /** The page begins below this entry; undefined on the first. */
  before: number | undefined;
  /** The entry in the drawer. */
  entry: number | undefined;
}

const idOf = (raw: string | undefined): number | undefined => {
  const id = Number(raw);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

const isAction = (raw: string): raw is ActivityAction => Object.hasOwn(activityActions, raw);

/** The screen as the address says; anything that means nothing is left out. Phones' entries are asked for. */
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

/** Whether anything is set that leaves entries out, beside whose they are. */
export const isFiltered = ({ actor, action, from, to, text }: ActivityState): boolean =>
  [actor, action, from, to, text].some((value) => value !== '');
