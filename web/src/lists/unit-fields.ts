import { msg } from '../text/text.ts';

/** The columns of a unit as the forms show them; what Add New Pin requires is marked (spec 5). */
export const unitFields = [
  { name: 'pin', label: msg('Pin'), isRequired: true },
  { name: 'ratingarea', label: msg('Rating Area'), isRequired: true },
  { name: 'Locality', label: msg('Locality'), isRequired: true },
  { name: 'Block', label: msg('Block'), isRequired: false },
  { name: 'Street_Address', label: msg('Street Address'), isRequired: true },
  { name: 'OwnerName', label: msg('Owner Name'), isRequired: true },
  { name: 'Road', label: msg('Road'), isRequired: false },
] as const;
