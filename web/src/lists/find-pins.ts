import type { AssignedPin } from '@survey/contract';

/** Pins whose number, locality, address or owner contains the text, in any case. */
export const findPins = (pins: readonly AssignedPin[], text: string): AssignedPin[] => {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...pins];
  return pins.filter(({ pin, Locality, Street_Address, OwnerName }) =>
    [pin, Locality, Street_Address, OwnerName].some((value) =>
      value?.toLowerCase().includes(wanted),
    ),
  );
};
