// Writes a ZIP (PKWARE APPNOTE 6.3.10) of files in memory, which are stored without compression, and of streams, which
// are compressed as they arrive. Sizes and checksum precede a file in memory, so that streaming readers can unpack it;
// those of a stream follow it. ZIP64 is used only where the archive needs it. Libraries compute the checksum in
// JavaScript, byte by byte, which took three quarters of the time (ADR 8).
import { constants, crc32, createDeflateRaw, type DeflateRaw, type ZlibOptions } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** A stream must have less than 4 GB, before and after compression. */
  content: Buffer | AsyncIterable<Buffer>;
  /** Local time: files in a ZIP carry no time zone. */
  lastModified: Date;
}

const sizes = {
  local: 30,
  central: 46,
  end: 22,
  end64: 56,
  locator: 20,
  extra: 12,
  descriptor: 16,
} as const;
/** Version needed to extract: 2.0, and 4.5 for ZIP64. */
const versions = { plain: 20, zip64: 45 } as const;
/** Version made by: Unix, so that the file mode counts. */
const madeBy = 3 << 8;
/** File mode 0644. */
const mode = 0o100644;
/** Flags: names are UTF-8; sizes and checksum follow the content. */
const flags = { utf8: 1 << 11, sizesFollow: 1 << 3 } as const;
/** Compression methods. */
const methods = { stored: 0, deflated: 8 } as const;
/** These values mean "see the ZIP64 record". */
const none16 = 0xffff;
const none32 = 0xffffffff;

/** Date and time in the format of MS-DOS: from 1980, in steps of two seconds. */
const dosTime = (at: Date): number => {
  const date =
    ((Math.max(1980, at.getFullYear()) - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
};

/** What the headers of a file say of its content; for a stream it is counted while it passes. */
interface Content {
  crc: number;
  packed: number;
  size: number;
}

interface Header extends Content {
  name: string;
  lastModified: Date;
  flags: number;
  method: number;
}

/** The local header. The directory's record has the same fields from the flags to the name. */
const localHeader = ({ name, lastModified, flags, method, crc, packed, size }: Header): Buffer => {
  const record = Buffer.alloc(sizes.local);
  record.writeUInt32BE(0x504b0304, 0);
  record.writeUInt16LE(versions.plain, 4);
  record.writeUInt16LE(flags, 6);
  record.writeUInt16LE(method, 8);
  record.writeUInt32LE(dosTime(lastModified), 10);
  record.writeUInt32LE(crc, 14);
  record.writeUInt32LE(packed, 18);
  record.writeUInt32LE(size, 22);
  record.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([record, Buffer.from(name)]);
};

/** The data descriptor, which follows the content of a stream. */
const dataDescriptor = ({ crc, packed, size }: Content): Buffer => {
  const record = Buffer.alloc(sizes.descriptor);
  record.writeUInt32BE(0x504b0708, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
};

const packing: ZlibOptions = { level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 };

/**
 * Passes content to the compressor. The next chunk is made while a thread compresses the one before. `pipeline` would
 * wait for `drain`, so that each would wait for the other (ADR 108).
 */
const pack = async (content: AsyncIterable<Buffer>, packer: DeflateRaw, counts: Content) => {
  let earlier: Promise<void> | undefined;
  for await (const chunk of content) {
    counts.crc = crc32(chunk, counts.crc);
    counts.size += chunk.length;
    const written = new Promise<void>((resolve, reject) => {
      packer.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    // An error is thrown at the next chunk. Until then it must not count as an unhandled rejection, which ends the
    // process.
    written.catch(() => undefined);
    await earlier;
    earlier = written;
  }
  packer.end();
};

/** Compresses a stream and counts its bytes. The fastest level: XML of rows shrinks tenfold at any level. */
async function* packed(content: AsyncIterable<Buffer>, counts: Content): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw(packing);
  // An error of the content destroys the compressor, whose reader then throws it.
  pack(content, packer, counts).catch((error: Error) => packer.destroy(error));
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    counts.packed += chunk.length;
    yield chunk;
  }
}

/** The record of a file in the central directory, made from its local header. */
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

/** Bytes of directory records that are sent as one chunk. */
const batchBytes = 64 * 1024;

/**
 * The bytes of a ZIP with these entries. The next entry is requested after the previous one is sent; only its directory
 * record is kept. Each file must have less than 4 GB.
 * @throws RangeError where a stream has more
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
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
  for await (const { name, content, lastModified } of entries) {
    const isWhole = Buffer.isBuffer(content);
    const size = isWhole ? content.length : 0;
    const header: Header = {
      name,
      lastModified,
      flags: isWhole ? flags.utf8 : flags.utf8 | flags.sizesFollow,
      method: isWhole ? methods.stored : methods.deflated,
      crc: isWhole ? crc32(content) : 0,
      packed: size,
      size,
    };
    const begin = localHeader(header);
    yield begin;
    if (isWhole) yield content;
    else {
      yield* packed(content, header);
      yield dataDescriptor(header);
    }
    const record = directoryRecord(localHeader(header), directory.offset);
    keep(record);
    directory.count += 1;
    directory.bytes += record.length;
    directory.offset += begin.length + header.packed + (isWhole ? 0 : sizes.descriptor);
  }
  yield* records;
  yield* kept;
  const { count, offset, bytes } = directory;
  if (count >= none16 || offset >= none32 || bytes >= none32) yield end64(directory);
  yield endRecord(directory);
}
