// Photos are fetched from the storage path plus picture_path (spec 7, R22).
import { storagePath, thumbnailSuffix } from '@survey/contract';
import { serverUrl } from '../api/config.ts';

/** A file name as part of an address: its `#`, `?` and spaces are no marks of an address; what is encoded stays. */
const encodeName = (path: string): string =>
  encodeURI(path)
    .replace(/%25(?=[\dA-Fa-f]{2})/g, '%')
    .replace(/[#?]/g, encodeURIComponent);

/** The address of a photo; of its thumbnail only where the server signs its paths. */
export const photoUrl = (picturePath: string, size: 'full' | 'thumbnail' = 'full'): string => {
  if (/^https?:\/\//.test(picturePath)) return picturePath;
  const isSigned = /\?[\w-]+=/.test(picturePath);
  const path = size === 'thumbnail' && isSigned ? picturePath + thumbnailSuffix : picturePath;
  const plain = path.replace(/^\/+/, '');
  return serverUrl(storagePath + (isSigned ? plain : encodeName(plain)));
};
