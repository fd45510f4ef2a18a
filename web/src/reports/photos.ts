// Photos are fetched from the storage path plus picture_path (spec 7, R22).
import { storagePath, thumbnailSuffix } from '@survey/contract';
import { serverUrl } from '../api/config.ts';

/** The address of a photo; of its thumbnail only where the server signs its paths. */
export const photoUrl = (picturePath: string, size: 'full' | 'thumbnail' = 'full'): string => {
  if (/^https?:\/\//.test(picturePath)) return picturePath;
  const signed = picturePath.includes('?');
  const path = size === 'thumbnail' && signed ? picturePath + thumbnailSuffix : picturePath;
  return serverUrl(storagePath + path.replace(/^\/+/, ''));
};
