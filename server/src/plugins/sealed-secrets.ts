// Encrypts secrets that the server must read again (unlike passwords): AES-256-GCM under a key of this database's
// servers. docs/security.md lists the attacks that this prevents.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret for one owner: nonce, tag, ciphertext.
 * @param owner bound to the ciphertext, so that a row copied to another user does not open there
 */
export const seal = (key: Buffer, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const written = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), written]);
};

/**
 * Decrypts the output of `seal`.
 * @throws where it was changed, belongs to another owner, or was sealed with another key
 */
export const unseal = (key: Buffer, owner: string, sealed: Buffer): Buffer => {
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
};
