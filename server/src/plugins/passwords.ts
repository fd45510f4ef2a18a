// Passwords: argon2id with OWASP's parameters.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** 19 MiB, two passes, one lane: OWASP's password storage cheat sheet. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Parallel hashes: hashing uses threads that photos and files need too; waiting ones take no memory. */
const working = pLimit(2);

export const hashPassword = (password: string): Promise<string> =>
  working(() => hash(password, parameters));

/** Verified where there is no such account, so that the answer takes the same time (R5). */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

/** Whether the password matches the hash; without a hash always false, after the same work. */
export const isPassword = async (known: string | undefined, password: string): Promise<boolean> => {
  const compared = known ?? (await nobodysHash);
  const isRight = await working(() => verify(compared, password));
  return isRight && known !== undefined;
};

/** 138 bits: more than the 128 of keys. */
const madeLength = 24;

/** A password for a person to copy once: 24 characters without look-alikes. */
export const makePassword = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  // 256 is not a multiple of 54: bytes past the last full round would favour the first letters.
  const fair = 256 - (256 % letters.length);
  let password = '';
  while (password.length < madeLength) {
    for (const byte of randomBytes(32)) {
      if (byte < fair && password.length < madeLength) password += letters[byte % letters.length];
    }
  }
  return password;
};
