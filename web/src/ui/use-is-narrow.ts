import { useMediaQuery } from '@mantine/hooks';

/** True on a phone, where filters stand behind one button (the theme's `sm`). */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
