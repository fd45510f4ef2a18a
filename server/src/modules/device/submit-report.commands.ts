// A phone submits a report (R26): check, photo to disk, one transaction, answer. In this order,
// so that a server that is killed at any moment has never acknowledged a report that it does not have.
import {
  circleKey,
  deviceTimeHeader,
  readDeviceTime,
  type Submission,
  submission,
} from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { isBroken } from '../../database/deadlocks.ts';
import { newPhotoName, type PhotoStore, type StagedUpload } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { checkPhoto } from '../photos/photo-check.ts';
import { addAwaitedPhoto } from './awaited-photos.commands.ts';
import {
  AlreadyIngested,
  type Arriving,
  ChangedMeanwhile,
  type ReportPhoto,
  submittedColumns,
} from './ingest-reports.commands.ts';
import { findIngested, type IngestedReport } from './ingested-reports.queries.ts';
import { readSubmissionForm } from './submission-form.ts';

const hexOf = (sha256: Buffer | null | undefined): string | null => sha256?.toString('hex') ?? null;

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** A report as it came, checked by nobody yet. */
interface Submitted {
  fields: unknown;
  /** Its photo, staged. */
  photo: StagedUpload | undefined;
  /**
   * Name of the photo, where a client names it in the report and may send it in a later request: a report without it is
   * stored and waits for it. Undefined where the report is whole as it comes.
   */
  photoName?: string | undefined;
}

/** What a repeated submission says differently from the stored one, by column; without its photo. */
const differences = (stored: IngestedReport, report: Submission): string[] => {
  const columns = Object.entries(submittedColumns(report)) as [keyof IngestedReport, unknown][];
  const changed = columns.filter(([name, value]) => !isSame(stored[name], value));
  return changed.map(([name]) => (name === 'circle_key' ? 'circle' : name));
};

/** Whether the stored photo is the submitted one. A request of several that brings no photo says nothing of it. */
const hasSamePhoto = (stored: IngestedReport, { photo, photoName }: Submitted): boolean =>
  (photoName !== undefined && !photo) || hexOf(stored.photo_sha256) === hexOf(photo?.sha256);

/**
 * The answer to a submission that is stored already: the same as the first one.
 * @throws AppError conflict where it differs: acknowledging would promise values that were not stored
 */
const repeatedAnswer = (stored: IngestedReport, report: Submission, submitted: Submitted) => {
  const changed = differences(stored, report);
  if (!hasSamePhoto(stored, submitted)) changed.push('photo');
  if (changed.length > 0) {
    throw new AppError('conflict', say('submission-differs', { fields: changed.join(', ') }));
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
 * Most tries of a statement that lost a race, before the phone must retry later. Of several reports that one phone
 * sends at the same time, each try stores one.
 */
const tries = 20;

/**
 * Races lost in a group before the report takes its locks first. Where administrators change the same lists without a
 * pause, an optimistic check may never succeed.
 */
const racesLost = 3;

/** The error of the database where a unit left the parcel list since it was looked up. */
const unitIsGone = '23503';

/** Whether nothing was written and a retry may succeed: a lost race, or a deadlock. */
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
        throw new AppError('unavailable', say('unavailable'), { retryAfter: 1 });
      }
    }
  }
};

/**
 * Whether the report may be stored although its statement failed: the answer to a commit can be lost. An error
 * reported by the database means a rollback, except while it is being stopped (57P…).
 */
const mayBeStored = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') ?? false;
  return !(error instanceof AppError || error instanceof AlreadyIngested);
};

const store = async ({ addReport, live }: Services, arriving: Arriving) => {
  const { actor, report, photo } = arriving;
  const stored = await live.notifyReport(
    () => patiently((isContended) => addReport(arriving, isContended)),
    () => ({ circle: circleKey(report.circle), username: actor.username }),
  );
  return {
    id: stored.id,
    submission_id: stored.submission_id,
    resubmission: stored.is_resubmission ? (0 as const) : null,
    was_assigned: stored.was_assigned,
    submission_time: stored.submission_time_text,
    photo_sha256: hexOf(photo?.sha256),
  };
};

/**
 * The stored report of a submission, with the photo that it waited for where this is it.
 * @throws the error again where there is none
 */
const storedOf = async (services: Services, arriving: Arriving, error: unknown) => {
  if (!(error instanceof AlreadyIngested)) throw error;
  const { db } = services.database;
  const { actor, report, photo } = arriving;
  const known = { submissionId: report.submission_id, username: actor.username };
  const stored = await findIngested(db, known);
  if (!stored) throw error;
  const isAwaited = stored.photo_awaited !== null && differences(stored, report).length === 0;
  if (!photo || !isAwaited) return { stored, hasArrived: false };
  const hasArrived = await services.live.notifyReport(
    () => addAwaitedPhoto(db, actor, { report: stored, photo }),
    (isAdded) => (isAdded ? { circle: stored.circle_key, username: actor.username } : undefined),
  );
  // Read again even where another request brought the photo first: the answer names what is stored now.
  return { stored: (await findIngested(db, known)) ?? stored, hasArrived };
};

/**
 * Stores what was submitted under the phone's own id, or repeats its answer. Where it throws, the caller discards the
 * staged photo.
 * @throws AppError invalid-input, conflict, user-blocked, unavailable
 */
export const submitFields = async (
  services: Services,
  actor: Actor,
  submitted: Submitted,
  request: FastifyRequest,
) => {
  const { fields, photo: staged, photoName } = submitted;
  const report = submission.parse(fields);
  const photo = staged && (await keepPhoto(services.photos, staged));
  const deviceTime = readDeviceTime(request.headers[deviceTimeHeader]);
  const photoAwaited = staged ? undefined : photoName;
  const arriving = { actor, report, photo, photoAwaited, deviceTime };
  let isKept = false;
  try {
    const answer = await store(services, arriving);
    isKept = true;
    return { ...answer, isPhotoAwaited: photoAwaited !== undefined };
  } catch (error) {
    const { stored, hasArrived } = await storedOf(services, arriving, error).catch((later) => {
      isKept = mayBeStored(later);
      throw later;
    });
    isKept = hasArrived;
    request.isRepeat = !hasArrived;
    const answer = repeatedAnswer(stored, report, submitted);
    return { ...answer, isPhotoAwaited: stored.photo_awaited !== null };
  } finally {
    // A photo that cannot be removed stays without a report, which is harmless. The first error is reported.
    if (photo && !isKept) await services.photos.remove(photo.name).catch(() => undefined);
  }
};

/**
 * A submission of the device API: stored under the phone's own id, or its answer repeated.
 * @throws AppError as `submitFields`, and those of `readSubmissionForm`
 */
export const submitReport = async (services: Services, actor: Actor, request: FastifyRequest) => {
  const form = await readSubmissionForm(request, services.photos);
  try {
    return await submitFields(services, actor, form, request);
  } catch (error) {
    if (form.photo) await services.photos.discard(form.photo);
    throw error;
  }
};
