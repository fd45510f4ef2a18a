import { useCapabilities } from '../api/capabilities.ts';
import { isScreenRefused, navigation } from './navigation.ts';

/** The links of the sidebar that this backend supports, and that the limits of who is signed in leave open. */
export const useNavigation = () => {
  const { calls, limits } = useCapabilities();
  return navigation.filter(
    (link) =>
      !('needs' in link && !calls.includes(link.needs)) &&
      !isScreenRefused(link.to, limits?.refused),
  );
};
