// Reads the form of a submission as a stream: text fields, and the photo into a staged upload.
import { limits } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldError } from '../../app-error.ts';
import { type FormPart, readFormParts } from '../../plugins/form-parts.ts';
import type { PhotoStore, StagedUpload } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';

export interface SubmissionForm {
  fields: Record<string, unknown>;
  /** The photo as received, not checked yet. The caller keeps or discards it. */
  photo: StagedUpload | undefined;
}

/** Bytes beside the photo: fields, part headers and boundaries. */
const allowance = 4 * 1024 * 1024;
const mostParts = 41;
const mostFieldBytes = 64 * 1024;

/** The refusal of a photo that is too large, or of a request that has one. */
export const photoTooLarge = () =>
  new AppError('too-large', say('photo-too-large', { most: limits.photoBytes / 1024 / 1024 }));
const wrongFile = (name: string) => fieldError({ [name]: [say('photo-only')] });

async function* notTooLarge(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > limits.photoBytes) throw photoTooLarge();
    yield piece;
  }
}

/** Stages the bytes of a part. @throws AppError too-large */
export const stagePhoto = (part: FormPart, photos: PhotoStore): Promise<StagedUpload> =>
  photos.stage(notTooLarge(part.bytes()));

const receivePhoto = async (
  part: FormPart,
  photos: PhotoStore,
): Promise<StagedUpload | undefined> => {
  if (part.name !== 'photo') throw wrongFile(part.name);
  const staged = await stagePhoto(part, photos);
  // An empty file input still sends a part, without a file name.
  if (staged.bytes > 0 || part.fileName) return staged;
  await photos.discard(staged);
  return undefined;
};

const checkText = (name: string, text: string): string => {
  // A photo sent as a text field would be lost silently.
  if (name === 'photo' && text !== '') {
    throw fieldError({ photo: [say('photo-as-file')] });
  }
  return text;
};

/**
 * Reads a multipart request. Of repeated fields the last value counts.
 * @throws AppError too-large, unsupported-type where it is not multipart, invalid-input for other files,
 *   malformed-request
 */
export const readSubmissionForm = async (
  request: FastifyRequest,
  photos: PhotoStore,
): Promise<SubmissionForm> => {
  if (Number(request.headers['content-length'] ?? 0) > limits.photoBytes + allowance) {
    throw photoTooLarge();
  }
  const fields = new Map<string, string>();
  let photo: StagedUpload | undefined;
  let parts = 0;
  try {
    for await (const part of readFormParts(request.raw)) {
      parts += 1;
      if (parts > mostParts) throw new AppError('malformed-request', say('form-too-many-parts'));
      if (part.isFile && photo) throw wrongFile(part.name);
      if (part.isFile) photo = await receivePhoto(part, photos);
      else fields.set(part.name, checkText(part.name, await part.text(mostFieldBytes)));
    }
  } catch (error) {
    if (photo) await photos.discard(photo);
    throw error;
  }
  return { fields: Object.fromEntries(fields), photo };
};
