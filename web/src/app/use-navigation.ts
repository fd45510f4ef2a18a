import { useCapabilities } from '../api/capabilities.ts';
import { navigation } from './navigation.ts';

/** The links of the sidebar that this backend supports. */
export const useNavigation = () => {
  const { calls } = useCapabilities();
  return navigation.filter((link) => !('needs' in link) || calls.includes(link.needs));
};
