// The form of a submission, read as it comes: text fields, and the photo onto the disk.
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { limits } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldError } from '../../app-error.ts';
import type { Draft, PhotoStore } from '../../plugins/photo-store.ts';

export interface SubmissionForm {
  fields: Record<string, unknown>;
  /** The photo as it came, not looked at yet; whoever takes the form keeps or discards it. */
  photo: Draft | undefined;
}

/** Beside the photo: fields, part headers and boundaries, in bytes. */
const allowance = 4 * 1024 * 1024;

const tooLarge = () =>
  new AppError('too-large', `The photo is larger than ${limits.photoBytes / 1024 / 1024} MB.`);
const wrongFile = (name: string) =>
  fieldError({ [name]: ['Only one file is accepted: the photo, named "photo".'] });

/** A form whose file input was left empty still has a part for it, without a file name. */
const isEmptyInput = (part: MultipartFile, draft: Draft) => draft.bytes === 0 && !part.filename;

const receivePhoto = async (
  part: MultipartFile,
  photos: PhotoStore,
): Promise<Draft | undefined> => {
  if (part.fieldname !== 'photo') throw wrongFile(part.fieldname);
  const draft = await photos.draft(part.file);
  if (!part.file.truncated && !isEmptyInput(part, draft)) return draft;
  await photos.discard(draft);
  if (part.file.truncated) throw tooLarge();
  return undefined;
};

/** A photo that travels as text would be lost without a word. */
const textOf = (part: MultipartValue): unknown => {
  if (part.fieldname === 'photo' && part.value !== '') {
    throw fieldError({ photo: ['The photo must be sent as a file.'] });
  }
  return part.value;
};

/** The multipart parser throws plain errors for a form that breaks off or is none. */
const formError = (error: Error & { code?: string }): Error => {
  if (error.code === 'FST_FILES_LIMIT') return wrongFile('photo');
  const isParserError = error.constructor === Error && error.code === undefined;
  return isParserError ? new AppError('malformed-request', error.message) : error;
};

/** What is left of a refused body is read and forgotten: a client that still writes gets its answer. */
const drain = (request: FastifyRequest) => {
  request.raw.unpipe();
  request.raw.resume();
};

/**
 * Reads a multipart request. Fields that it repeats count as given last.
 * @throws AppError too-large, unsupported-type where it is not multipart, invalid-input for other files
 */
export const readSubmissionForm = async (
  request: FastifyRequest,
  photos: PhotoStore,
): Promise<SubmissionForm> => {
  if (Number(request.headers['content-length'] ?? 0) > limits.photoBytes + allowance) {
    throw tooLarge();
  }
  const fields = new Map<string, unknown>();
  let photo: Draft | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') photo = await receivePhoto(part, photos);
      else fields.set(part.fieldname, textOf(part));
    }
  } catch (error) {
    drain(request);
    if (photo) await photos.discard(photo);
    throw formError(error as Error & { code?: string });
  }
  return { fields: Object.fromEntries(fields), photo };
};
