// What every photo store can do, and the names in it. Names are made by the server and
// cannot be guessed.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { limits } from '@survey/contract';

export interface StoredPhoto {
  body: Readable;
  bytes: number;
}

/** Bytes that have arrived and may become a photo: in memory where they are few, or a file, synced. */
export type StagedUpload = { bytes: number; sha256: Buffer } & (
  | { content: Buffer }
  | { file: string }
);

/** The bytes themselves. */
export const contentOf = async (staged: StagedUpload): Promise<Buffer> =>
  'content' in staged ? staged.content : readFile(staged.file);

/** What a listing says of a photo or thumbnail. */
export interface ListedPhoto {
  /** As `open` takes it. */
  name: string;
  bytes: number;
  /** When it was stored. */
  storedAt: Date;
}

/** Names the operation whose photos a store contains. */
export interface StoreMark {
  /** Path of the mark, for messages. */
  path: string;
  /** The id in the mark; undefined where there is no mark. */
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
}

export interface PhotoStore {
  /** Only for stores that may be the wrong one without an error, such as the folder of a disk that is not mounted. */
  mark?: StoreMark;
  /** Takes bytes in as they come, so that slow senders take disk and no memory. */
  stage(bytes: AsyncIterable<Buffer>): Promise<StagedUpload>;
  /** Makes the staged the photo of that name; when it resolves, the photo is there to stay. */
  keep(staged: StagedUpload, name: string): Promise<void>;
  /** Forgets a staged; one that was kept before is no mistake. Never fails: what stays is swept up later. */
  discard(staged: StagedUpload): Promise<void>;
  /** Opens a photo; undefined where there is none. The reader must read or destroy its body. */
  open(name: string): Promise<StoredPhoto | undefined>;
  /**
   * A whole photo in memory; undefined where there is none.
   * @throws where it is larger than any photo: it must not take the memory
   * @param bytes how many it was stored with, where that is known: reading it then takes half the processor
   */
  read(name: string, bytes?: number | null): Promise<Buffer | undefined>;
  /** Removes an orphan photo. */
  remove(name: string): Promise<void>;
  /** All of one kind, a few at a time; what comes or goes meanwhile may be missed. */
  list(kind: 'photos' | 'thumbnails'): AsyncIterable<ListedPhoto>;
}

export type PhotoExtension = 'jpg' | 'png' | 'webp';

/** @throws where an object of this size lies in the place of a photo */
export const refuseIfNoPhoto = (name: string, bytes: number): void => {
  if (bytes <= limits.photoBytes) return;
  const refusal = new Error(`${name} has ${bytes} bytes: no photo is so large.`);
  throw Object.assign(refusal, { code: 'ERR_NO_PHOTO' });
};

/** Photos named one after the other share a folder, so that those of the same time are synced together. */
const namedInARow = 100;
let folder = '';
let named = 0;

/** A new name such as `3f/3fa9….jpg`: 120 random bits, spread over 256 folders. */
export const newPhotoName = (extension: PhotoExtension): string => {
  const id = randomBytes(16).toString('hex');
  if (named % namedInARow === 0) folder = id.slice(0, 2);
  named += 1;
  return `${folder}/${folder}${id.slice(2)}.${extension}`;
};

const photoName = /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.(jpg|png|webp)$/;

/** The part of the store that holds thumbnails. */
export const thumbnailFolder = 'thumbnails/';

/** The 256 folders of photos, in the order of their names. */
export const photoFolders = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Whether `newPhotoName` could have made the name; others are refused without access to the disk. */
export const isPhotoName = (name: string): boolean => photoName.test(name);

/** The name of a photo's thumbnail. */
export const thumbnailName = (name: string): string =>
  `${thumbnailFolder}${name.replace(/\.\w+$/, '.webp')}`;

/** Whether a name is a photo's or a thumbnail's. */
export const isStoredName = (name: string): boolean =>
  isPhotoName(name.startsWith(thumbnailFolder) ? name.slice(thumbnailFolder.length) : name);
