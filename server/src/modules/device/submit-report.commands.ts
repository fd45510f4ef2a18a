// A phone submits a report (R26): check, photo to disk, one transaction, answer. In this order,
// so that a server that is killed at any moment has never said yes to something it does not have.
import { circleKey, errorMessages, type Submission, submission } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { isBroken } from '../../database/deadlocks.ts';
import { newPhotoName, type PhotoStore, type StagedUpload } from '../../plugins/photo-store.ts';
import type { Services } from '../../services.ts';
import { checkPhoto } from '../photos/photo-check.ts';
import {
  AlreadyIngested,
  ChangedMeanwhile,
  type ReportPhoto,
  submittedColumns,
} from './ingest-reports.commands.ts';
import { findIngested, type IngestedReport } from './ingested-reports.queries.ts';
import { readSubmissionForm } from './submission-form.ts';

const hexOf = (sha256: Buffer | null | undefined): string | null => sha256?.toString('hex') ?? null;

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** What a repeated submission says differently from the stored one, by column. */
const differences = (
  stored: IngestedReport,
  report: Submission,
  photo?: StagedUpload,
): string[] => {
  const columns = Object.entries(submittedColumns(report)) as [keyof IngestedReport, unknown][];
  const changed = columns.filter(([name, value]) => !isSame(stored[name], value));
  const names: string[] = changed.map(([name]) => (name === 'circle_key' ? 'circle' : name));
  return hexOf(stored.photo_sha256) === hexOf(photo?.sha256) ? names : [...names, 'photo'];
};

/**
 * The answer to a submission that is stored already: the one that the phone would have got then.
 * @throws AppError conflict where it says something else: a yes would promise what was not stored
 */
const repeatedAnswer = (stored: IngestedReport, report: Submission, photo?: StagedUpload) => {
  const changed = differences(stored, report, photo);
  if (changed.length > 0) {
    const what = changed.join(', ');
    throw new AppError(
      'conflict',
      `A report with this submission_id is stored already and differs in: ${what}. A new report needs a new submission_id.`,
    );
  }
  return {
    id: stored.id,
    submission_id: stored.submission_id,
    resubmission: stored.has_replaced ? (0 as const) : null,
    was_assigned: !stored.was_unassigned,
    submission_time: stored.submission_time_text,
    photo_sha256: hexOf(stored.photo_sha256),
  };
};

const keepPhoto = async (photos: PhotoStore, staged: StagedUpload): Promise<ReportPhoto> => {
  const name = newPhotoName(await checkPhoto(staged));
  await photos.keep(staged, name);
  return { name, sha256: staged.sha256, bytes: staged.bytes };
};

/**
 * Tries at a statement that lost a race, before the phone is told to come back. Of several reports that a phone
 * sends at once one is stored at each try.
 */
const tries = 20;

/**
 * Races lost in a statement with others before it takes its locks first: where administrators change the same lists
 * all the time, a report that only looks whether they are unchanged may never find them so.
 */
const racesLost = 3;

/** What the database says where a unit left the parcel list since it was looked up. */
const unitIsGone = '23503';

/** Whether nothing was written and the same may simply be done again: a race lost, a deadlock broken. */
const isLostRace = (error: unknown): boolean =>
  error instanceof ChangedMeanwhile ||
  isBroken(error) ||
  (error as { code?: string }).code === unitIsGone;

const patiently = async <T>(attempt: (isContended: boolean) => Promise<T>): Promise<T> => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await attempt(tries - left > racesLost);
    } catch (error) {
      if (!isLostRace(error)) throw error;
      if (left === 0) {
        throw new AppError('unavailable', errorMessages.unavailable, { retryAfter: 1 });
      }
    }
  }
};

/**
 * Whether the report may be stored although its statement failed: the answer to a commit can get lost on the
 * way. Where the database said no it undid everything, unless it was being stopped (57P…).
 */
const mayBeStored = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') ?? false;
  return !(error instanceof AppError || error instanceof AlreadyIngested);
};

const store = async (
  { addReport, photos, live }: Services,
  actor: Actor,
  report: Submission,
  photo: ReportPhoto | undefined,
) => {
  try {
    const stored = await patiently((isContended) =>
      addReport({ actor, report, photo }, isContended),
    );
    live.announce({ circle: circleKey(report.circle), username: actor.username });
    return {
      id: stored.id,
      submission_id: stored.submission_id,
      resubmission: stored.is_resubmission ? (0 as const) : null,
      was_assigned: stored.was_assigned,
      submission_time: stored.submission_time_text,
      photo_sha256: hexOf(photo?.sha256),
    };
  } catch (error) {
    // Where it cannot be removed it stays without a report, which is no harm; the error is what counts.
    if (photo && !mayBeStored(error)) await photos.remove(photo.name).catch(() => undefined);
    throw error;
  }
};

const storeOnce = async (
  services: Services,
  actor: Actor,
  { fields, photo }: { fields: unknown; photo: StagedUpload | undefined },
  request: FastifyRequest,
) => {
  const report = submission.parse(fields);
  const kept = photo && (await keepPhoto(services.photos, photo));
  try {
    return await store(services, actor, report, kept);
  } catch (error) {
    const known = { submissionId: report.submission_id, username: actor.username };
    const stored =
      error instanceof AlreadyIngested && (await findIngested(services.database.db, known));
    if (!stored) throw error;
    request.isRepeat = true;
    return repeatedAnswer(stored, report, photo);
  }
};

/**
 * Stores a submission under the phone's own id, or answers it again.
 * @throws AppError invalid-input, too-large, unsupported-type, conflict, user-blocked, unavailable
 */
export const submitReport = async (services: Services, actor: Actor, request: FastifyRequest) => {
  const form = await readSubmissionForm(request, services.photos);
  try {
    return await storeOnce(services, actor, form, request);
  } catch (error) {
    if (form.photo) await services.photos.discard(form.photo);
    throw error;
  }
};
