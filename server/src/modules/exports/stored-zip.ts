// A ZIP of files that are held in memory one at a time and stored without compression (PKWARE APPNOTE 6.3.10). Sizes
// and checksums precede each file, so that streaming readers can unpack it. ZIP64 where it is needed.
// Libraries compute the checksum in JavaScript, byte by byte, which took three quarters of the time
// (ADR 8).
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Buffer;
  /** Local time: files in a ZIP carry no time zone. */
  lastModified: Date;
}

const sizes = { local: 30, central: 46, end: 22, end64: 56, locator: 20, extra: 12 } as const;
/** Version needed to extract: 2.0, and 4.5 for ZIP64. */
const versions = { plain: 20, zip64: 45 } as const;
/** Version made by: Unix, so that the file mode counts. */
const madeBy = 3 << 8;
/** File mode 0644. */
const mode = 0o100644;
/** Flag: names are UTF-8. */
const flags = 1 << 11;
/** Means "see the ZIP64 record". */
const none16 = 0xffff;
const none32 = 0xffffffff;

/** Date and time of MS-DOS: a resolution of two seconds, from 1980 on. */
const dosTime = (at: Date): number => {
  const date =
    ((Math.max(1980, at.getFullYear()) - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
};

/** The fields shared by local header and central directory, from the flags to the name's length. */
const writeCommon = (record: Buffer, at: number, { name, content, lastModified }: ZipEntry) => {
  record.writeUInt16LE(flags, at);
  // A zero-filled buffer already says method 0, stored.
  record.writeUInt32LE(dosTime(lastModified), at + 4);
  record.writeUInt32LE(crc32(content), at + 8);
  record.writeUInt32LE(content.length, at + 12);
  record.writeUInt32LE(content.length, at + 16);
  record.writeUInt16LE(Buffer.byteLength(name), at + 20);
};

const localHeader = (entry: ZipEntry): Buffer => {
  const record = Buffer.alloc(sizes.local);
  record.writeUInt32BE(0x504b0304, 0);
  record.writeUInt16LE(versions.plain, 4);
  writeCommon(record, 6, entry);
  return Buffer.concat([record, Buffer.from(entry.name)]);
};

/** The central directory's record of a file, made from its local header. */
const directoryRecord = (header: Buffer, offset: number): Buffer => {
  const isFar = offset >= none32;
  const record = Buffer.alloc(sizes.central);
  record.writeUInt32BE(0x504b0102, 0);
  record.writeUInt16LE(madeBy | (isFar ? versions.zip64 : versions.plain), 4);
  record.writeUInt16LE(isFar ? versions.zip64 : versions.plain, 6);
  header.copy(record, 8, 6, 28);
  record.writeUInt16LE(isFar ? sizes.extra : 0, 30);
  record.writeUInt32LE((mode << 16) >>> 0, 38);
  record.writeUInt32LE(isFar ? none32 : offset, 42);
  const extra = Buffer.alloc(isFar ? sizes.extra : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  return Buffer.concat([record, header.subarray(sizes.local), extra]);
};

interface Directory {
  count: number;
  offset: number;
  bytes: number;
}

const end64 = ({ count, offset, bytes }: Directory): Buffer => {
  const record = Buffer.alloc(sizes.end64 + sizes.locator);
  record.writeUInt32BE(0x504b0606, 0);
  record.writeBigUInt64LE(BigInt(sizes.end64 - 12), 4);
  record.writeUInt16LE(madeBy | versions.zip64, 12);
  record.writeUInt16LE(versions.zip64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32BE(0x504b0607, sizes.end64);
  record.writeBigUInt64LE(BigInt(offset + bytes), sizes.end64 + 8);
  record.writeUInt32LE(1, sizes.end64 + 16);
  return record;
};

const endRecord = ({ count, offset, bytes }: Directory): Buffer => {
  const record = Buffer.alloc(sizes.end);
  record.writeUInt32BE(0x504b0506, 0);
  record.writeUInt16LE(Math.min(count, none16), 8);
  record.writeUInt16LE(Math.min(count, none16), 10);
  record.writeUInt32LE(Math.min(bytes, none32), 12);
  record.writeUInt32LE(Math.min(offset, none32), 16);
  return record;
};

/** Bytes of directory records that are sent in one chunk. */
const batchBytes = 64 * 1024;

/**
 * The bytes of a ZIP with these entries. The next entry is requested when the previous one is sent; only its
 * directory record is kept. No entry may have 4 GB or more.
 */
export async function* storedZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const records: Buffer[] = [];
  const directory: Directory = { count: 0, offset: 0, bytes: 0 };
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const keep = (record: Buffer) => {
    kept.push(record);
    keptBytes += record.length;
    if (keptBytes < batchBytes) return;
    records.push(Buffer.concat(kept));
    kept = [];
    keptBytes = 0;
  };
  for await (const entry of entries) {
    const header = localHeader(entry);
    const record = directoryRecord(header, directory.offset);
    keep(record);
    directory.count += 1;
    directory.bytes += record.length;
    directory.offset += header.length + entry.content.length;
    yield header;
    yield entry.content;
  }
  yield* records;
  yield* kept;
  const { count, offset, bytes } = directory;
  if (count >= none16 || offset >= none32 || bytes >= none32) yield end64(directory);
  yield endRecord(directory);
}
