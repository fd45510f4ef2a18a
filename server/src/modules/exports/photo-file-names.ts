// File names of photos in the ZIP: PIN.jpg, PIN-2.jpg (R23), safe on every operating system.

/** File systems allow 255 bytes; the difference is for number and extension. */
const nameBytes = 200;
/** Names of devices on Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** A PIN as a file name: no folder, device or hidden file, and no control characters. */
const safeName = (pin: string): string => {
  // Some file systems keep names composed, others decomposed: both must not be there.
  const plain = pin
    .normalize('NFC')
    .replace(/[\\/:*?"<>|\p{C}]|\.{2,}/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '_');
  const characters = [...plain];
  while (Buffer.byteLength(characters.join('')) > nameBytes) characters.pop();
  const name = characters.join('');
  return name === '' || reserved.test(name) ? `_${name}` : name;
};

/** Gives each photo of a ZIP a unique name. File systems that ignore case treat names that differ in case as one. */
export const photoFileNames = (): ((pin: string, extension: string) => string) => {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return (pin, extension) => {
    const base = safeName(pin);
    const key = base.toLowerCase();
    let number = lastNumbers.get(key) ?? 0;
    let name: string;
    do {
      number += 1;
      name = number === 1 ? `${base}.${extension}` : `${base}-${number}.${extension}`;
    } while (taken.has(name.toLowerCase()));
    lastNumbers.set(key, number);
    taken.add(name.toLowerCase());
    return name;
  };
};
