// Sends what is ready, one report after the other, from any page of the phone or from the service worker, under a lock:
// two senders would send a report twice. One report never holds up another.
import { currentAccount, forgetToken } from '../store/accounts.ts';
import { tellChange } from '../store/changes.ts';
import type { StoredPhoto } from '../store/database.ts';
import type { Report } from '../store/report.ts';
import { allReports, changeReport, confirmReport, photoOf } from '../store/reports.ts';
import { NoAnswer, ServerRefusal, submit } from './api.ts';

const lockName = 'survey-queue';
const minute = 60_000;
const longestPause = 30 * minute;

/** After each failure twice as long, from a minute to half an hour, so that a thousand phones do not come at once. */
export const pauseAfter = (attempts: number, random = Math.random()): number =>
  Math.min(minute * 2 ** (attempts - 1), longestPause) * (0.75 + random / 2);

const asField = (value: string | number | boolean | null): string =>
  value === null ? '' : typeof value === 'boolean' ? String(Number(value)) : String(value);

/** The fields of a submission as texts: the same at each attempt, for other content under a known id is refused. */
export const formFields = (report: Report): Record<string, string> => {
  const { place, answers } = report;
  const fields = {
    submission_id: report.id,
    circle: report.circle,
    pin: report.pin,
    capture_time: report.capturedAt,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    accuracy: place?.accuracy ?? null,
    location_time: place && new Date(place.at).toISOString(),
    started_at: new Date(report.begunAt).toISOString(),
    app: 'survey page',
    app_version: report.appVersion,
    device_id: report.deviceId,
    ...answers,
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asField(value)]));
};

const formOf = (report: Report, photo: StoredPhoto | undefined): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(formFields(report))) form.set(name, value);
  if (photo) form.set('photo', new Blob([photo.bytes], { type: photo.type }), `${report.id}.jpg`);
  return form;
};

/** Ready, and its time has come. A photo that is not hashed yet is being made small. */
const isDue = (report: Report, now: number) =>
  report.state === 'ready' && report.nextAttemptAt <= now;

/** What became of one attempt: 'stop' where the next report would fail in the same way. */
type Outcome = 'next' | 'stop';

/** Refusals that a surveyor can mend, or that an app has to: the same content would be refused for ever. */
const isLasting = ({ status }: ServerRefusal) => [400, 409, 413, 415, 422].includes(status);

const later = (username: string, { id, attempts }: Report, waitMs: number) =>
  changeReport(username, id, () => ({
    attempts: attempts + 1,
    nextAttemptAt: Date.now() + Math.max(waitMs, pauseAfter(attempts + 1)),
  }));

const refused = async (
  username: string,
  report: Report,
  error: ServerRefusal,
): Promise<Outcome> => {
  if (error.status === 401) {
    await forgetToken(username, true);
    return 'stop';
  }
  if (!isLasting(error)) {
    await later(username, report, error.retryAfterMs);
    // A server that is busy or blocks this surveyor would say the same of the next report.
    return [403, 429, 503].includes(error.status) ? 'stop' : 'next';
  }
  const { status, message, said, fields } = error;
  await changeReport(username, report.id, () => ({
    state: 'refused',
    refusal: { status, message, said, fields },
    attempts: report.attempts + 1,
  }));
  return 'next';
};

const sendOne = async (username: string, token: string, report: Report): Promise<Outcome> => {
  const photo = await photoOf(username, report.id);
  if (photo && photo.sha256 === null) return 'next';
  try {
    const receipt = await submit(token, formOf(report, photo));
    const isKept =
      receipt.submission_id === report.id && receipt.photo_sha256 === (photo?.sha256 ?? null);
    if (!isKept) throw new NoAnswer('The server confirms something else.');
    await confirmReport(username, report.id);
    return 'next';
  } catch (error) {
    if (error instanceof ServerRefusal) return refused(username, report, error);
    if (!(error instanceof NoAnswer)) throw error;
    await later(username, report, 0);
    return 'stop';
  }
};

let sending: string | null = null;

/** The id of the report that this page is sending; null where none is. */
export const sendingNow = (): string | null => sending;

const drain = async (): Promise<boolean> => {
  const tried = new Set<string>();
  for (;;) {
    const account = await currentAccount();
    if (!account?.token) return true;
    const waiting = (await allReports(account.username)).filter(({ state }) => state === 'ready');
    const due = waiting
      .filter((report) => isDue(report, Date.now()) && !tried.has(report.id))
      .sort((one, other) => one.begunAt - other.begunAt)[0];
    if (!due) return waiting.length === 0;
    tried.add(due.id);
    sending = due.id;
    tellChange();
    try {
      if ((await sendOne(account.username, account.token, due)) === 'stop') return false;
    } finally {
      sending = null;
      tellChange();
    }
  }
};

let inLine: Promise<boolean> | undefined;

/**
 * Sends every due report of the surveyor who uses the phone, when no other page and no service worker is sending.
 * @returns true where the queue is empty or waits for its surveyor; false where something is to be sent later
 */
export const sendQueue = (): Promise<boolean> => {
  inLine ??= navigator.locks.request(lockName, () => {
    inLine = undefined;
    return drain();
  });
  return inLine;
};

/** Makes every waiting report due: the surveyor asks for it, or the network is back. */
export const retryNow = async (username: string): Promise<void> => {
  for (const { id, state, nextAttemptAt } of await allReports(username)) {
    if (state === 'ready' && nextAttemptAt > 0) {
      await changeReport(username, id, (report) =>
        report.state === 'ready' ? { nextAttemptAt: 0 } : undefined,
      );
    }
  }
};
