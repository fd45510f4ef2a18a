// Chooses the photo store that PHOTO_STORE names: a folder, or a bucket whose code is loaded only then.
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { PhotoStore } from './photo-store.ts';
import { openFolderStore } from './photo-store-folder.ts';

type Settings = Pick<
  Config,
  'PHOTO_STORE' | 'DATA_DIR' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
>;

const isEndpoint = (address: string): boolean => {
  const endpoint = URL.canParse(address) ? new URL(address).searchParams.get('endpoint') : '';
  return endpoint === null || /^https?:\/\/[^/]+/.test(endpoint);
};

const openBucket = async (address: string, config: Settings): Promise<PhotoStore> => {
  const accessKeyId = config.AWS_ACCESS_KEY_ID;
  const secretAccessKey = config.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set where PHOTO_STORE is s3://.',
    );
  }
  const { openBucketStore } = await import('./photo-store-s3.ts');
  if (!isEndpoint(address)) {
    throw new ConfigError('PHOTO_STORE names an endpoint that is no web address.');
  }
  return openBucketStore({
    address,
    accessKeyId,
    secretAccessKey,
    sessionToken: config.AWS_SESSION_TOKEN,
    stagingFolder: path.join(config.DATA_DIR, 'incoming'),
  });
};

/**
 * Opens the photo store of the settings.
 * @throws ConfigError where it cannot be used
 */
export const openPhotoStore = async (config: Settings): Promise<PhotoStore> => {
  const address = config.PHOTO_STORE;
  if (address?.startsWith('s3://')) return openBucket(address, config);
  const folder = address?.replace(/^file:\/\//, '') ?? path.join(config.DATA_DIR, 'photos');
  return openFolderStore(folder).catch((error: Error) => {
    throw new ConfigError(`PHOTO_STORE must be a folder that can be written: ${error.message}`);
  });
};
