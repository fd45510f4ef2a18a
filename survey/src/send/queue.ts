// Sends what is ready, one report after the other, from any page of the phone or from the service worker, under a lock:
// two senders would send a report twice. One report never holds up another.
import { type Account, currentAccount, forgetToken } from '../store/accounts.ts';
import { tellChange } from '../store/changes.ts';
import type { StoredPhoto } from '../store/database.ts';
import type { Report } from '../store/report.ts';
import { allReports, changeReport, confirmReport, photoOf, reportOf } from '../store/reports.ts';
import { NoAnswer, ServerRefusal, submit } from './api.ts';
import { headersOfPhone, unsentOf } from './phone-headers.ts';

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
  const { place, answers, clockAhead = 0 } = report;
  const at = (time: number) => new Date(time - clockAhead).toISOString();
  const fields = {
    submission_id: report.id,
    circle: report.circle,
    pin: report.pin,
    capture_time:
      report.capturedAt && clockAhead !== 0 ? at(Date.parse(report.capturedAt)) : report.capturedAt,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    accuracy: place?.accuracy ?? null,
    location_time: place && at(place.at),
    // Reports of older versions of the page have none.
    place_reason: report.placeReason ?? null,
    started_at: at(report.begunAt),
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

/** A report to be sent, under which session, and what the phone tells with it. */
interface Sending {
  username: string;
  token: string;
  headers: Record<string, string>;
}

const sendOne = async ({ username, ...session }: Sending, report: Report): Promise<Outcome> => {
  const photo = await photoOf(username, report.id);
  if (photo && photo.sha256 === null) return 'next';
  try {
    const receipt = await submit(session, formOf(report, photo));
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

/** Sends these reports, one after the other, while the surveyor stays signed in. */
const sendAll = async (
  { username }: Account,
  due: readonly Report[],
  unsent: { count: number; oldest: number },
): Promise<Outcome> => {
  for (const [at, { id }] of due.entries()) {
    const account = await currentAccount();
    if (account?.username !== username || !account.token) return 'stop';
    // The surveyor may have opened it again meanwhile.
    const report = await reportOf(username, id);
    if (!report || !isDue(report, Date.now())) continue;
    const headers = await headersOfPhone({ ...unsent, count: Math.max(1, unsent.count - at) });
    sending = id;
    tellChange();
    try {
      const outcome = await sendOne({ username, token: account.token, headers }, report);
      if (outcome === 'stop') return outcome;
    } finally {
      sending = null;
      tellChange();
    }
  }
  return 'next';
};

const drain = async (): Promise<boolean> => {
  const tried = new Set<string>();
  for (;;) {
    const account = await currentAccount();
    if (!account?.token) return true;
    const reports = await allReports(account.username);
    const waiting = reports.filter(({ state }) => state === 'ready');
    const due = waiting
      .filter((report) => isDue(report, Date.now()) && !tried.has(report.id))
      .sort((one, other) => one.begunAt - other.begunAt);
    if (due.length === 0) return waiting.length === 0;
    for (const { id } of due) tried.add(id);
    if ((await sendAll(account, due, unsentOf(reports))) === 'stop') return false;
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
