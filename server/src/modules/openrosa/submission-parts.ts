// Reads a submission as Collect sends it: a multipart form with the XML of the finished form and its files, all in one
// request or in several, each of which has the XML again.
import { limits } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { type FormPart, readFormParts } from '../../plugins/form-parts.ts';
import type { PhotoStore, StagedUpload } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';
import { photoTooLarge, stagePhoto } from '../device/submission-form.ts';

/** Bytes of XML: a form of ours with its longest texts has less than half. */
const mostXmlBytes = 128 * 1024;
const mostFlagBytes = 64;
const mostParts = 10;

/** Largest request, told to the phone beforehand: a larger form comes in several. */
export const mostSubmissionBytes = limits.photoBytes + 1024 * 1024;

export interface SubmissionParts {
  xml: string;
  /** The file beside it, staged: the photo, if the form says so. The caller keeps or discards it. */
  file: { name: string; staged: StagedUpload } | undefined;
}

/** Says which file is not wanted: a yes would promise that it is kept. */
export const unknownFile = (name: string): AppError =>
  new AppError('malformed-request', say('file-not-of-form', { file: name.slice(0, 200) }));

/**
 * @throws AppError too-large, unsupported-type where it is not multipart, malformed-request for a second file or where
 *   the XML is missing
 */
export const readSubmissionParts = async (
  request: FastifyRequest,
  photos: PhotoStore,
): Promise<SubmissionParts> => {
  if (Number(request.headers['content-length'] ?? 0) > mostSubmissionBytes) throw photoTooLarge();
  let xml: string | undefined;
  let file: SubmissionParts['file'];
  const take = async (part: FormPart): Promise<void> => {
    if (part.name === 'xml_submission_file') xml = await part.text(mostXmlBytes);
    // `*isIncomplete*`: more requests follow. What a report waits for is told by its XML.
    else if (!part.isFile) await part.text(mostFlagBytes);
    else if (file) throw unknownFile(part.fileName || part.name);
    else {
      const staged = await stagePhoto(part, photos);
      file = { name: part.fileName || part.name, staged };
    }
  };
  let parts = 0;
  try {
    for await (const part of readFormParts(request.raw)) {
      parts += 1;
      if (parts > mostParts) throw new AppError('malformed-request', say('form-too-many-parts'));
      await take(part);
    }
    if (xml === undefined) throw new AppError('malformed-request', say('xml-missing'));
    return { xml, file };
  } catch (error) {
    if (file) await photos.discard(file.staged);
    throw error;
  }
};
