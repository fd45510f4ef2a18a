// Every attack by name.
import { anonymousAttacks } from './anonymous-attacks.ts';
import type { Attack } from './attack.ts';
import { photoAttacks } from './photo-attacks.ts';
import { readAttacks } from './read-attacks.ts';
import { uploadAttacks } from './upload-attacks.ts';

export const attacks: readonly Attack[] = [
  ...anonymousAttacks,
  ...uploadAttacks,
  ...readAttacks,
  ...photoAttacks,
];
