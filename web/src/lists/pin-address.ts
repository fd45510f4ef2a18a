import type { AssignedPin } from '@survey/contract';

/** A parcel's address on one line; block and road where the address does not name them already. */
export const pinAddress = ({
  Street_Address,
  Block,
  Road,
}: Pick<AssignedPin, 'Street_Address' | 'Block' | 'Road'>): string =>
  [Block, Road].reduce<string>((address, part) => {
    const isNamed = !part || address.toLowerCase().includes(part.trim().toLowerCase());
    return isNamed ? address : [address, part].filter(Boolean).join(', ');
  }, Street_Address ?? '');
