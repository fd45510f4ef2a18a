// A finished form becomes a report: the same checks, transaction and answers as those of the device API (R26).
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { submitFields } from '../device/submit-report.commands.ts';
import { readSubmissionParts, type SubmissionParts, unknownFile } from './submission-parts.ts';
import { type FormInstance, readFormInstance } from './submission-xml.ts';
import { form } from './xform.ts';

/** `uuid:` and the UUID, as phones write instance ids. */
const instanceId = /^uuid:/i;

/** The contract's fields of a submission: the form's answers have their names, all but these. */
const fieldsOf = (answers: FormInstance['answers']): Record<string, unknown> => {
  // Latitude, longitude, altitude, accuracy.
  const [latitude, longitude, , accuracy] = (answers.get('place') ?? '').split(/\s+/);
  return {
    ...Object.fromEntries(answers),
    submission_id: answers.get('instanceID')?.replace(instanceId, ''),
    latitude,
    longitude,
    accuracy,
  };
};

const submitParts = (
  services: Services,
  actor: Actor,
  { xml, file }: SubmissionParts,
  request: FastifyRequest,
) => {
  const { formId, answers } = readFormInstance(xml);
  if (formId !== form.id) throw new AppError('not-found', say('no-form', { form: formId }));
  const photoName = answers.get('photo') || undefined;
  if (file && file.name !== photoName) throw unknownFile(file.name);
  return submitFields(
    services,
    actor,
    { fields: fieldsOf(answers), photo: file?.staged, photoName },
    request,
  );
};

/**
 * Stores a finished form under its own id, or repeats the answer. A photo that the form names and that is not in the
 * request is awaited.
 * @throws AppError as `submitFields`; malformed-request, not-found for another form
 */
export const submitForm = async (services: Services, actor: Actor, request: FastifyRequest) => {
  const parts = await readSubmissionParts(request, services.photos);
  try {
    return await submitParts(services, actor, parts, request);
  } catch (error) {
    if (parts.file) await services.photos.discard(parts.file.staged);
    throw error;
  }
};
