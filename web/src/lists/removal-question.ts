import { useIsOurServer } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { type ListedCircle, useCountList } from './user-circles.api.ts';

/**
 * The question before a circle is removed from a list, with the present count of its pins where the backend gives it.
 * The screen adds the label of the button.
 */
export const useRemovalQuestion = () => {
  const countList = useCountList();
  const isOurs = useIsOurServer();
  return async ({ username, circle }: ListedCircle) => {
    const counted = await countList({ username, circle }).catch(() => undefined);
    return {
      title: t('Remove {circle}', { circle }),
      message: t('Are you sure you want to remove circle {circle} from {username}?', {
        circle,
        username,
      }),
      consequence: [
        counted
          ? t('{count, plural, one {# pin leaves} other {# pins leave}} the list of {username}.', {
              count: counted.pins,
              username,
            })
          : t('Its pins leave the list of {username}.', { username }),
        // Another backend may delete them.
        isOurs ? t('Reports stay.') : '',
      ]
        .filter(Boolean)
        .join(' '),
      isHarmful: true,
    };
  };
};
