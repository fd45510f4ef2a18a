import { type ActivityAction, type ActivityEntry, activityActions } from '@survey/contract';
import { known, t } from '../text/text.ts';

/** What an entry did, in the words of the screen. */
export const actionText = (action: string): string =>
  known(activityActions[action as ActivityAction] ?? action);

/** Who made an entry; nobody has a name at the command line and before a sign-in. */
export const actorText = ({ actor, address }: Pick<ActivityEntry, 'actor' | 'address'>): string => {
  if (actor) return actor;
  return address === 'command line' ? t('Command line') : t('Nobody signed in');
};

/** An instant as the operation writes it, in its time zone: as filters and the file have it. */
export const timeText = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString('en-GB', { timeZone }).replace(',', '');
