// Photos are fetched from the storage path plus picture_path (spec 7, R22).
import { storagePath, thumbnailSuffix } from '@survey/contract';
import { ApiError, errorFromBody, isAbort } from './api-error.ts';
import { config, serverUrl } from './config.ts';
import { readSession } from './session.ts';

/** The address of a photo for `<img>`; the small version where the server signs its paths. */
export const photoUrl = (picturePath: string, size: 'full' | 'thumbnail' = 'full'): string => {
  if (/^https?:\/\//.test(picturePath)) return picturePath;
  const signed = picturePath.includes('?');
  const path = size === 'thumbnail' && signed ? picturePath + thumbnailSuffix : picturePath;
  return serverUrl(storagePath + path.replace(/^\/+/, ''));
};

/** The bytes of a photo. Throws ApiError, or AbortError where `signal` was aborted. */
export const fetchPhoto = async (picturePath: string, signal?: AbortSignal): Promise<Blob> => {
  // Another origin's files are fetched plainly: a storage of files answers no preflight.
  const token = config().apiBaseUrl === '' ? readSession()?.token : undefined;
  try {
    const response = await fetch(photoUrl(picturePath), {
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      signal: signal ?? null,
    });
    if (!response.ok) throw errorFromBody(response.status, await response.text());
    return await response.blob();
  } catch (error) {
    throw error instanceof ApiError || isAbort(error) ? error : new ApiError({ cause: error });
  }
};

/** What the server says of a photo that a browser could not show; undefined where it says nothing of it. */
export const photoProblem = async (
  picturePath: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    // Its headers say it, and a photo that came after all is not fetched twice.
    const response = await fetch(photoUrl(picturePath), { signal });
    if (!response.ok) return errorFromBody(response.status, await response.text()).serverMessage;
    await response.body?.cancel();
  } catch {
    // Another origin, or no connection: the frame stays as it is.
  }
  return undefined;
};
