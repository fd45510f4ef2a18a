// Encryption with a passphrase: the age format (age-encryption.org/v1), which `age` itself opens too. scrypt derives
// the
// key, ChaCha20-Poly1305 seals chunks of 64 kB with a counter and a flag on the last one, so that changed, exchanged
// or missing chunks are detected.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './format.ts';

const magic = 'age-encryption.org/';

/**
 * The bytes encrypted with the passphrase. `workFactor`: rounds of scrypt as a power of two; age's default if not
 * given.
 */
export const encrypted = async (
  plain: Readable,
  passphrase: string,
  workFactor?: number,
): Promise<Readable> => {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as never);
  return Readable.fromWeb(sealed as unknown as ReadableStream);
};

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/**
 * The plain bytes of a backup, encrypted or not.
 * @throws BackupError where the passphrase is missing, not needed, or wrong
 */
export const decrypted = async (file: Readable, passphrase?: string): Promise<Readable> => {
  const bytes = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { value: first = Buffer.alloc(0) } = await bytes.next();
  const whole = Readable.from(startingWith(first, bytes), { objectMode: false });
  if (!first.subarray(0, magic.length).equals(Buffer.from(magic))) {
    if (passphrase === undefined) return whole;
    throw new BackupError(
      'This file is not encrypted: leave --passphrase-file out, or take another file.',
    );
  }
  if (passphrase === undefined) {
    throw new BackupError('This backup is encrypted: give its passphrase with --passphrase-file.');
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(whole) as never);
    return Readable.fromWeb(plain as unknown as ReadableStream);
  } catch (error) {
    throw new BackupError('The passphrase is wrong, or the file is damaged at its beginning.', {
      cause: error,
    });
  }
};
