// Names of people and accounts: composed (NFC), so that what looks the same is the same, and without what nobody sees.
import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';
import { limits, requiredText } from './fields.ts';

/** Control, format, unassigned and ignorable characters, and separators of lines. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Letters of Urdu and Persian are joined and parted by these two, in names as in other words. */
const joiners = /[\u200c\u200d]/g;

/** A person's name. */
export const personName = requiredText(limits.nameLength)
  .transform((name) => name.normalize('NFC'))
  .refine((name) => !invisible.test(name.replace(joiners, '')), fieldMessages.invisible);

/** A username: no spaces either. */
export const accountUsername = requiredText(limits.usernameLength)
  .transform((name) => name.normalize('NFC'))
  .refine((name) => !/\s/.test(name), fieldMessages.spaces)
  .refine((name) => !invisible.test(name), fieldMessages.invisible);

/** An email address; RFC 5321 has no room for longer ones. */
export const accountEmail = requiredText(limits.emailLength).pipe(z.email(fieldMessages.email));
