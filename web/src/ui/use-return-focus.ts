import { useEffect, useState } from 'react';

/**
 * For dialogs that are drawn only while they are open: gives the focus back to what opened them. The
 * library does so only where a dialog is drawn closed first.
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
