import { useCapabilities } from '../api/capabilities.ts';
import { navigation } from './navigation.ts';

/** The links that lead to something with this backend. */
export const useNavigation = () => {
  const { calls } = useCapabilities();
  return navigation.filter((link) => !('needs' in link) || calls.includes(link.needs));
};
