import { useEffect, useState } from 'react';

/**
 * Returns the focus to the element that opened a dialog, for dialogs that are mounted open: Mantine returns it only
 * where a dialog is mounted closed and then opened.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const isTaken = document.querySelector('[aria-modal="true"]') !== null;
        if (!isTaken && opener instanceof HTMLElement && opener.isConnected) {
          opener.focus({ preventScroll: true });
        }
      });
    },
    [opener],
  );
};
