import { useMediaQuery } from '@mantine/hooks';

/** True on a phone, where filters are behind one button (the theme's breakpoint `sm`). */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
