import { type ActivityAction, type ActivityEntry, activityActions } from '@survey/contract';
import { known, t } from '../text/text.ts';

/** The label of an action, in the language of the screen. */
export const actionText = (action: string): string =>
  known(activityActions[action as ActivityAction] ?? action);

/** The actor of an entry; the command line and attempts to sign in have no name. */
export const actorText = ({ actor, address }: Pick<ActivityEntry, 'actor' | 'address'>): string => {
  if (actor) return actor;
  return address === 'command line' ? t('Command line') : t('Nobody signed in');
};

/** An instant in the operation's time zone and format, as in the filters and the CSV. */
export const timeText = (at: string, timeZone: string | undefined): string =>
  new Date(at).toLocaleString('en-GB', { timeZone: timeZone ?? 'UTC' }).replace(',', '');
